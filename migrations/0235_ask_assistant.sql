CREATE TABLE chat_threads (
  id TEXT PRIMARY KEY NOT NULL,
  company_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE INDEX chat_threads_owner ON chat_threads (company_id, user_id, kind, target_id, created_at, id);

CREATE TABLE chat_messages (
  id TEXT PRIMARY KEY NOT NULL,
  company_id TEXT NOT NULL,
  thread_id TEXT NOT NULL,
  place INTEGER NOT NULL,
  role TEXT NOT NULL,
  status TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER
);
CREATE UNIQUE INDEX chat_messages_place ON chat_messages (company_id, thread_id, place);
