-- alembic_version
CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )

-- campaign
CREATE TABLE campaign ( stream TEXT NOT NULL, uid TEXT NOT NULL, name TEXT NOT NULL, pack TEXT NOT NULL, next_episode INTEGER, entries INTEGER NOT NULL, created_at TEXT NOT NULL, changed_at TEXT NOT NULL, simulated BOOLEAN DEFAULT 0 NOT NULL, CONSTRAINT pk_campaign PRIMARY KEY (stream), CONSTRAINT uq_campaign_name UNIQUE (name) )

-- chain
CREATE TABLE chain ( number INTEGER NOT NULL, stream TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL, CONSTRAINT pk_chain PRIMARY KEY (number), CONSTRAINT uq_chain_stream_seq UNIQUE (stream, seq) ) STRICT

-- chain_follows
CREATE TRIGGER chain_follows BEFORE INSERT ON chain WHEN new.number <> 1 + coalesce((SELECT max(number) FROM chain), 0) BEGIN SELECT RAISE(ABORT, 'a link follows the last one of the chain'); END

-- chain_no_delete
CREATE TRIGGER chain_no_delete BEFORE DELETE ON chain BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END

-- chain_no_update
CREATE TRIGGER chain_no_update BEFORE UPDATE ON chain BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END

-- city
CREATE TABLE city ( stream TEXT NOT NULL, seat TEXT NOT NULL, name TEXT NOT NULL, player TEXT, marks INTEGER NOT NULL, nuggets INTEGER NOT NULL, CONSTRAINT pk_city PRIMARY KEY (stream, seat), CONSTRAINT fk_city_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- draft
CREATE TABLE draft ( number INTEGER NOT NULL, saved INTEGER NOT NULL, stream TEXT NOT NULL, game TEXT NOT NULL, episode INTEGER NOT NULL, author TEXT NOT NULL, place TEXT NOT NULL, program TEXT NOT NULL, changed_at TEXT NOT NULL, content TEXT NOT NULL, CONSTRAINT pk_draft PRIMARY KEY (number) )

-- entry
CREATE TABLE entry ( stream TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, author TEXT NOT NULL, recorded_at TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL, family TEXT GENERATED ALWAYS AS (rtrim(rtrim(stream, '0123456789'), '/')) VIRTUAL, stream_number INTEGER GENERATED ALWAYS AS (CASE WHEN stream = rtrim(rtrim(stream, '0123456789'), '/') || '/' || ltrim(stream, 'abcdefghijklmnopqrstuvwxyz/') AND ltrim(stream, 'abcdefghijklmnopqrstuvwxyz/') >= '1' AND length(ltrim(stream, 'abcdefghijklmnopqrstuvwxyz/')) <= 9 THEN CAST(ltrim(stream, 'abcdefghijklmnopqrstuvwxyz/') AS INTEGER) END) VIRTUAL, CONSTRAINT pk_entry PRIMARY KEY (stream, seq), CONSTRAINT ck_entry_seq_from_one CHECK (seq > 0) ) STRICT

-- entry_follows
CREATE TRIGGER entry_follows BEFORE INSERT ON entry WHEN new.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE stream = new.stream), 0) OR new.previous_hash <> coalesce( (SELECT hash FROM entry WHERE stream = new.stream ORDER BY seq DESC LIMIT 1), '') BEGIN SELECT RAISE(ABORT, 'an entry follows the last one of its stream'); END

-- entry_no_delete
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END

-- entry_no_update
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END

-- envelope
CREATE TABLE envelope ( stream TEXT NOT NULL, number INTEGER NOT NULL, opened INTEGER, CONSTRAINT pk_envelope PRIMARY KEY (stream, number), CONSTRAINT fk_envelope_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- hindsight
CREATE TABLE hindsight ( evening TEXT NOT NULL, seat TEXT NOT NULL, played INTEGER NOT NULL, best INTEGER NOT NULL, bound INTEGER NOT NULL, parted INTEGER NOT NULL, line TEXT NOT NULL, solver TEXT NOT NULL, program TEXT NOT NULL, seed INTEGER NOT NULL, seconds INTEGER NOT NULL, author TEXT NOT NULL, searched_at TEXT NOT NULL, CONSTRAINT pk_hindsight PRIMARY KEY (evening, seat) )

-- ix_entry_later
CREATE INDEX ix_entry_later ON entry (family, stream_number) WHERE kind <> 'session recorded'

-- ix_entry_number
CREATE INDEX ix_entry_number ON entry (family, stream_number, seq)

-- ix_session_log_digest
CREATE INDEX ix_session_log_digest ON session_log (digest)

-- ix_session_log_episode
CREATE INDEX ix_session_log_episode ON session_log (episode, number)

-- ix_session_log_place
CREATE INDEX ix_session_log_place ON session_log (place) WHERE place IS NOT NULL

-- ix_session_log_simulated
CREATE INDEX ix_session_log_simulated ON session_log (stream) WHERE simulated

-- origin
CREATE TABLE origin ( stream TEXT NOT NULL, sealed_as TEXT NOT NULL, aside TEXT NOT NULL, CONSTRAINT pk_origin PRIMARY KEY (stream) )

-- progress_mark
CREATE TABLE progress_mark ( stream TEXT NOT NULL, seat TEXT NOT NULL, episode INTEGER NOT NULL, reason TEXT NOT NULL, amount INTEGER NOT NULL, CONSTRAINT pk_progress_mark PRIMARY KEY (stream, seat, episode, reason), CONSTRAINT fk_progress_mark_stream_seat_city FOREIGN KEY(stream, seat) REFERENCES city (stream, seat) )

-- result
CREATE TABLE result ( stream TEXT NOT NULL, episode INTEGER NOT NULL, seat TEXT NOT NULL, player TEXT, score INTEGER NOT NULL, replayed INTEGER, rank INTEGER NOT NULL, sheet TEXT, CONSTRAINT pk_result PRIMARY KEY (stream, episode, seat), CONSTRAINT fk_result_stream_episode_session_log FOREIGN KEY(stream, episode) REFERENCES session_log (stream, episode) )

-- session_log
CREATE TABLE session_log ( stream TEXT NOT NULL, episode INTEGER NOT NULL, game TEXT NOT NULL, edition TEXT NOT NULL, played TEXT, recorded_at TEXT NOT NULL, verdict TEXT NOT NULL, as_played BOOLEAN NOT NULL, entry INTEGER NOT NULL, number INTEGER DEFAULT 0 NOT NULL, digest TEXT, simulated BOOLEAN DEFAULT 0 NOT NULL, place TEXT, CONSTRAINT pk_session_log PRIMARY KEY (stream, episode) )

-- setting
CREATE TABLE setting ( author TEXT NOT NULL, "key" TEXT NOT NULL, value TEXT NOT NULL, CONSTRAINT pk_setting PRIMARY KEY (author, "key") )

-- shaft
CREATE TABLE shaft ( stream TEXT NOT NULL, seat TEXT NOT NULL, colour TEXT NOT NULL, depth INTEGER NOT NULL, CONSTRAINT pk_shaft PRIMARY KEY (stream, seat, colour), CONSTRAINT fk_shaft_stream_seat_city FOREIGN KEY(stream, seat) REFERENCES city (stream, seat) )

-- sticker
CREATE TABLE sticker ( stream TEXT NOT NULL, entry INTEGER NOT NULL, seat TEXT NOT NULL, kind TEXT NOT NULL, square TEXT NOT NULL, reason TEXT NOT NULL, CONSTRAINT pk_sticker PRIMARY KEY (stream, entry, seat, kind, square), CONSTRAINT fk_sticker_stream_seat_city FOREIGN KEY(stream, seat) REFERENCES city (stream, seat) )

-- tenure
CREATE TABLE tenure ( stream TEXT NOT NULL, seat TEXT NOT NULL, since INTEGER NOT NULL, player TEXT NOT NULL, until INTEGER, CONSTRAINT pk_tenure PRIMARY KEY (stream, seat, since), CONSTRAINT fk_tenure_stream_seat_city FOREIGN KEY(stream, seat) REFERENCES city (stream, seat) )
