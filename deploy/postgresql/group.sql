-- Make a database for one group, and the role of its members, as the superuser of the server:
--
--     psql -d postgres -v group=tuesday -f group.sql
--
-- Each group has a database of its own, because no statement reaches another database. Members may
-- not make temporary tables: one called entry would hide the real one from the triggers of the
-- journal.
\set ON_ERROR_STOP on
SELECT :'group' || '_member' AS member \gset
SELECT format('CREATE ROLE %I NOLOGIN', :'member')
    WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'member') \gexec
CREATE DATABASE :"group" OWNER campaign_owner
    TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8' CONNECTION LIMIT 20;
REVOKE ALL ON DATABASE :"group" FROM PUBLIC;
GRANT CONNECT ON DATABASE :"group" TO :"member", campaign_reader;
