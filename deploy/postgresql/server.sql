-- Prepare a PostgreSQL server for groups, once, as its superuser:
--
--     psql -d postgres -f server.sql
--
-- campaign_owner owns the databases of all groups, and upgrades them. campaign_reader reads all of
-- them: for backups, audits and pages. Nobody else gets into the two databases that every server has.
\set ON_ERROR_STOP on
CREATE ROLE campaign_owner LOGIN;
CREATE ROLE campaign_reader LOGIN;
GRANT pg_read_all_data TO campaign_reader;
REVOKE ALL ON DATABASE postgres, template1 FROM PUBLIC;
