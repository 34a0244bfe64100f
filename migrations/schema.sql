-- alembic_version
CREATE TABLE alembic_version ( version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num) )

-- campaign
CREATE TABLE campaign ( stream TEXT NOT NULL, uid TEXT NOT NULL, name TEXT NOT NULL, pack TEXT NOT NULL, created_at TEXT NOT NULL, next_episode INTEGER, entries INTEGER NOT NULL, CONSTRAINT pk_campaign PRIMARY KEY (stream), CONSTRAINT uq_campaign_name UNIQUE (name) )

-- city
CREATE TABLE "city" ( stream TEXT NOT NULL, seat TEXT NOT NULL, name TEXT NOT NULL, player TEXT NOT NULL, marks INTEGER NOT NULL, nuggets INTEGER NOT NULL, shafts TEXT NOT NULL, CONSTRAINT pk_city PRIMARY KEY (stream, seat), CONSTRAINT fk_city_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- draft
CREATE TABLE draft ( number INTEGER NOT NULL, saved INTEGER NOT NULL, stream TEXT NOT NULL, game TEXT NOT NULL, episode INTEGER NOT NULL, author TEXT NOT NULL, place TEXT NOT NULL, program TEXT NOT NULL, changed_at TEXT NOT NULL, told TEXT NOT NULL, CONSTRAINT pk_draft PRIMARY KEY (number) )

-- entry
CREATE TABLE entry ( stream TEXT NOT NULL, seq INTEGER NOT NULL, kind TEXT NOT NULL, payload TEXT NOT NULL, author TEXT NOT NULL, recorded_at TEXT NOT NULL, previous_hash TEXT NOT NULL, hash TEXT NOT NULL, CONSTRAINT pk_entry PRIMARY KEY (stream, seq), CONSTRAINT ck_entry_seq_from_one CHECK (seq > 0) ) STRICT

-- entry_follows
CREATE TRIGGER entry_follows BEFORE INSERT ON entry WHEN new.seq <> 1 + coalesce((SELECT max(seq) FROM entry WHERE stream = new.stream), 0) OR new.previous_hash <> coalesce( (SELECT hash FROM entry WHERE stream = new.stream ORDER BY seq DESC LIMIT 1), '') BEGIN SELECT RAISE(ABORT, 'an entry follows the last one of its stream'); END

-- entry_no_delete
CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END

-- entry_no_update
CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END

-- envelope
CREATE TABLE envelope ( stream TEXT NOT NULL, number INTEGER NOT NULL, digest TEXT NOT NULL, opened INTEGER NOT NULL, CONSTRAINT pk_envelope PRIMARY KEY (stream, number), CONSTRAINT fk_envelope_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- origin
CREATE TABLE origin ( stream TEXT NOT NULL, sealed_as TEXT NOT NULL, aside TEXT NOT NULL, CONSTRAINT pk_origin PRIMARY KEY (stream) )

-- pack
CREATE TABLE pack ( stream TEXT NOT NULL, part TEXT NOT NULL, name TEXT NOT NULL, digest TEXT NOT NULL, CONSTRAINT pk_pack PRIMARY KEY (stream, part), CONSTRAINT fk_pack_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- player
CREATE TABLE player ( stream TEXT NOT NULL, name TEXT NOT NULL, CONSTRAINT pk_player PRIMARY KEY (stream, name), CONSTRAINT fk_player_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- progress_mark
CREATE TABLE progress_mark ( stream TEXT NOT NULL, seat TEXT NOT NULL, episode INTEGER NOT NULL, reason TEXT NOT NULL, amount INTEGER NOT NULL, CONSTRAINT pk_progress_mark PRIMARY KEY (stream, seat, episode, reason), CONSTRAINT fk_progress_mark_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- result
CREATE TABLE result ( stream TEXT NOT NULL, number INTEGER NOT NULL, seat TEXT NOT NULL, score INTEGER NOT NULL, replayed INTEGER, rank INTEGER NOT NULL, CONSTRAINT pk_result PRIMARY KEY (stream, number, seat), CONSTRAINT fk_result_stream_number_session_log FOREIGN KEY(stream, number) REFERENCES session_log (stream, number) )

-- session_log
CREATE TABLE session_log ( stream TEXT NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL, edition TEXT NOT NULL, pack TEXT NOT NULL, played TEXT NOT NULL, recorded_at TEXT NOT NULL, verdict TEXT NOT NULL, as_played INTEGER NOT NULL, entry INTEGER NOT NULL, record TEXT NOT NULL, CONSTRAINT pk_session_log PRIMARY KEY (stream, number) )

-- setting
CREATE TABLE setting ( author TEXT NOT NULL, "key" TEXT NOT NULL, value TEXT NOT NULL, CONSTRAINT pk_setting PRIMARY KEY (author, "key") )

-- sticker
CREATE TABLE "sticker" ( stream TEXT NOT NULL, entry INTEGER NOT NULL, seat TEXT NOT NULL, kind TEXT NOT NULL, square TEXT NOT NULL, reason TEXT NOT NULL, CONSTRAINT pk_sticker PRIMARY KEY (stream, entry, seat, kind, square), CONSTRAINT fk_sticker_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )

-- tenure
CREATE TABLE tenure ( stream TEXT NOT NULL, seat TEXT NOT NULL, since INTEGER NOT NULL, player TEXT NOT NULL, until INTEGER NOT NULL, CONSTRAINT pk_tenure PRIMARY KEY (stream, seat, since), CONSTRAINT fk_tenure_stream_campaign FOREIGN KEY(stream) REFERENCES campaign (stream) )
