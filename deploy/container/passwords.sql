-- The passwords of the owner and the reader, as the environment has them.
\getenv owner OWNER_PASSWORD
\getenv reader READER_PASSWORD
ALTER ROLE campaign_owner PASSWORD :'owner';
ALTER ROLE campaign_reader PASSWORD :'reader';
