-- Let the members of a group play, but not change what is written. Its tables must exist:
--
--     campaign db upgrade --db postgresql://campaign_owner@.../tuesday
--     psql -d tuesday -f rights.sql
--
-- Tables of a later release get their rights from its upgrade.
\set ON_ERROR_STOP on
SELECT :'DBNAME' || '_member' AS member \gset
REVOKE CREATE ON SCHEMA public FROM PUBLIC; -- before release 15 of PostgreSQL everybody may
GRANT SELECT ON alembic_version TO :"member";
GRANT SELECT, INSERT ON entry, chain TO :"member";
GRANT SELECT, INSERT, UPDATE, DELETE ON
    campaign, city, tenure, sticker, progress_mark, shaft, envelope, session_log, result,
    origin, draft, setting, hindsight
    TO :"member";
