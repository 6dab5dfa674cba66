-- What the open pages of a session watch, so that their sockets end with it.
ALTER TABLE `sessions` ADD COLUMN `watching` text;
