-- Vendors that people link to a request, beside those of its answers.
CREATE TABLE `intake_submission_vendors` (
	`company_id` text NOT NULL,
	`intake_submission_id` text NOT NULL,
	`vendor_id` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `intake_submission_id`, `vendor_id`)
);
CREATE INDEX `intake_submission_vendors_vendor` ON `intake_submission_vendors` (`company_id`,`vendor_id`,`created_at`,`intake_submission_id`);
