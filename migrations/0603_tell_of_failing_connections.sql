-- Since when admins know that a connection fails, so that they hear of it once, and once when it works again.
ALTER TABLE `sign_on_connections` ADD `failing_told_at` integer;
