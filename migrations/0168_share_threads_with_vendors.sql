-- Threads about a vendor's form are the company's own unless someone shares them.
ALTER TABLE `threads` ADD COLUMN `shared_with_vendor` integer DEFAULT false NOT NULL;
CREATE INDEX `threads_shared` ON `threads` (`company_id`,`target_id`,`created_at`,`id`) WHERE shared_with_vendor = 1;
