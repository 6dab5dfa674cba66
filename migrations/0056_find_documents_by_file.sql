-- Whoever opens a file by its signed address is asked for again: its document is found by where it is kept.
CREATE INDEX `documents_file` ON `documents` (`storage_key`);
