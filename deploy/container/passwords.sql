-- Set the passwords of the owner and the reader from the environment.
\getenv owner OWNER_PASSWORD
\getenv reader READER_PASSWORD
ALTER ROLE campaign_owner PASSWORD :'owner';
ALTER ROLE campaign_reader PASSWORD :'reader';
