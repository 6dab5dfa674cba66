-- The foundation: people, companies, requests, approvals, documents, audit, outbox.
CREATE TABLE `level_group_statuses` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`run` integer NOT NULL,
	`level` integer NOT NULL,
	`ordinal` integer NOT NULL,
	`parent_id` text,
	`rule_type` text NOT NULL,
	`label` text NOT NULL,
	`status` text NOT NULL,
	`work_status` text NOT NULL,
	`block` text NOT NULL,
	`sequence` integer NOT NULL
);

CREATE INDEX `level_group_statuses_target` ON `level_group_statuses` (`company_id`,`target_type`,`target_id`,`run`,`level`,`ordinal`);
CREATE TABLE `request_participants` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`is_requestor` integer NOT NULL,
	`is_approver` integer NOT NULL,
	`is_watcher` integer NOT NULL,
	`action_since` integer,
	`actions` text DEFAULT '[]' NOT NULL,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	`sequence` integer NOT NULL,
	PRIMARY KEY(`company_id`, `target_type`, `target_id`, `user_id`)
);

CREATE INDEX `request_participants_user` ON `request_participants` (`company_id`,`user_id`,`target_type`,`created_at`,`target_id`);
CREATE INDEX `request_participants_action` ON `request_participants` (`company_id`,`user_id`,`action_since`);
CREATE INDEX `request_participants_completed` ON `request_participants` (`company_id`,`user_id`,`completed_at`);
CREATE TABLE `document_links` (
	`company_id` text NOT NULL,
	`document_id` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `document_id`, `target_type`, `target_id`)
);

CREATE INDEX `document_links_target` ON `document_links` (`company_id`,`target_type`,`target_id`);
CREATE TABLE `documents` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`storage_key` text NOT NULL,
	`mime_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`types` text DEFAULT '[]' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`uploaded_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);

CREATE INDEX `documents_company` ON `documents` (`company_id`,`created_at`,`id`);
CREATE TABLE `uploads` (
	`storage_key` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`file_name` text NOT NULL,
	`created_at` integer NOT NULL,
	`received_at` integer,
	`size` integer,
	`mime_type` text,
	`sha256` text,
	`document_id` text
);

CREATE INDEX `uploads_unclaimed` ON `uploads` (`document_id`,`created_at`);
CREATE TABLE `intake_answers` (
	`submission_id` text NOT NULL,
	`version` integer NOT NULL,
	`question_id` text NOT NULL,
	`company_id` text NOT NULL,
	`value` text NOT NULL,
	PRIMARY KEY(`submission_id`, `version`, `question_id`)
);

CREATE TABLE `intake_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`ordinal` integer NOT NULL,
	`type` text DEFAULT 'INTERNAL' NOT NULL,
	`is_read_only` integer DEFAULT false NOT NULL,
	`enable_assignees` integer DEFAULT false NOT NULL,
	`form_version` integer DEFAULT 0 NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`deleted_at` integer
);

CREATE INDEX `intake_categories_order` ON `intake_categories` (`company_id`,`ordinal`) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX `intake_categories_name` ON `intake_categories` (`company_id`,lower("name")) WHERE deleted_at IS NULL;
CREATE TABLE `intake_category_owners` (
	`company_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `intake_category_id`, `user_id`)
);

CREATE INDEX `intake_category_owners_user` ON `intake_category_owners` (`company_id`,`user_id`);
CREATE TABLE `intake_form_versions` (
	`intake_category_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`intake_category_id`, `version`)
);

CREATE TABLE `intake_submissions` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`number` integer NOT NULL,
	`intake_category_id` text NOT NULL,
	`form_version` integer NOT NULL,
	`title` text NOT NULL,
	`requestor_user_id` text NOT NULL,
	`requestor_name` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`is_draft` integer DEFAULT false NOT NULL,
	`draft_answers` text,
	`status` text DEFAULT 'PENDING' NOT NULL,
	`archived_at` integer,
	`progress` integer DEFAULT 0 NOT NULL,
	`waiting_for` text DEFAULT '[]' NOT NULL,
	`approved_by` text DEFAULT '[]' NOT NULL,
	`rejected_by` text DEFAULT '[]' NOT NULL,
	`amount_value` integer,
	`amount_currency` text,
	`vendor_id` text,
	`due_date` text,
	`amount_sort` integer GENERATED ALWAYS AS (coalesce(amount_value, -1)) VIRTUAL,
	`due_sort` text GENERATED ALWAYS AS (coalesce(due_date, '')) VIRTUAL,
	`version` integer DEFAULT 1 NOT NULL,
	`run` integer DEFAULT 0 NOT NULL,
	`plan` text,
	`current_level_since` integer,
	`last_event` text DEFAULT '' NOT NULL,
	`last_event_at` integer,
	`created_at` integer NOT NULL,
	`submitted_at` integer,
	`completed_at` integer,
	`deleted_at` integer,
	`updated_at` integer NOT NULL,
	`projected_sequence` integer DEFAULT 0 NOT NULL
);

CREATE UNIQUE INDEX `intake_submissions_number` ON `intake_submissions` (`company_id`,`number`);
CREATE INDEX `intake_submissions_created` ON `intake_submissions` (`company_id`,`is_draft`,`created_at`,`id`);
CREATE INDEX `intake_submissions_category` ON `intake_submissions` (`company_id`,`is_draft`,`intake_category_id`,`created_at`,`id`);
CREATE INDEX `intake_submissions_status` ON `intake_submissions` (`company_id`,`is_draft`,`status`,`created_at`,`id`);
CREATE INDEX `intake_submissions_requestor` ON `intake_submissions` (`company_id`,`requestor_user_id`,`is_draft`,`created_at`,`id`);
CREATE INDEX `intake_submissions_name` ON `intake_submissions` (`company_id`,`is_draft`,`requestor_name`,`id`);
CREATE INDEX `intake_submissions_amount` ON `intake_submissions` (`company_id`,`is_draft`,`amount_sort`,`id`);
CREATE INDEX `intake_submissions_due` ON `intake_submissions` (`company_id`,`is_draft`,`due_sort`,`id`);
CREATE INDEX `intake_submissions_author` ON `intake_submissions` (`company_id`,`created_by_user_id`,`is_draft`,`created_at`,`id`);
CREATE INDEX `intake_submissions_vendor` ON `intake_submissions` (`company_id`,`vendor_id`,`status`) WHERE vendor_id IS NOT NULL;
CREATE TABLE `intake_workflow_versions` (
	`intake_workflow_id` text NOT NULL,
	`version` integer NOT NULL,
	`company_id` text NOT NULL,
	`definition` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`intake_workflow_id`, `version`)
);

CREATE TABLE `intake_workflows` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`intake_category_id` text NOT NULL,
	`label` text NOT NULL,
	`ordinal` integer NOT NULL,
	`definition` text NOT NULL,
	`principal_ids` text DEFAULT '[]' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`deleted_at` integer
);

CREATE INDEX `intake_workflows_category` ON `intake_workflows` (`company_id`,`intake_category_id`,`ordinal`);
CREATE TABLE `save_batches` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`transaction_id` text NOT NULL,
	`batch` integer NOT NULL,
	`total_batches` integer NOT NULL,
	`purpose` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `transaction_id`, `batch`),
	CONSTRAINT "save_batches_range" CHECK("save_batches"."batch" >= 1 AND "save_batches"."batch" <= "save_batches"."total_batches")
);

CREATE INDEX `save_batches_age` ON `save_batches` (`created_at`);
CREATE TABLE `business_unit_members` (
	`company_id` text NOT NULL,
	`business_unit_id` text NOT NULL,
	`user_id` text NOT NULL,
	`approves_requests` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `business_unit_id`, `user_id`)
);

CREATE INDEX `business_unit_members_user` ON `business_unit_members` (`company_id`,`user_id`);
CREATE TABLE `business_units` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `business_units_name` ON `business_units` (`company_id`,lower("name"));
CREATE TABLE `companies` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email_short_name` text NOT NULL,
	`currency` text DEFAULT 'USD' NOT NULL,
	`request_approval_mode` text DEFAULT 'EACH_LEVEL_GROUP' NOT NULL,
	`flags` text DEFAULT '{}' NOT NULL,
	`light_logo_key` text,
	`dark_logo_key` text,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE TABLE `company_memberships` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`manager_user_id` text,
	`location_id` text,
	`has_admin_access` integer DEFAULT false NOT NULL,
	`has_super_viewer_access` integer DEFAULT false NOT NULL,
	`has_department_access` integer DEFAULT false NOT NULL,
	`has_department_payroll_access` integer DEFAULT false NOT NULL,
	`has_business_unit_access` integer DEFAULT false NOT NULL,
	`has_business_unit_payroll_access` integer DEFAULT false NOT NULL,
	`has_payments_access` integer DEFAULT false NOT NULL,
	`has_vendor_admin_access` integer DEFAULT false NOT NULL,
	`has_user_admin_access` integer DEFAULT false NOT NULL,
	`has_financial_analysis_access` integer DEFAULT false NOT NULL,
	`has_approval_bypass_access` integer DEFAULT false NOT NULL,
	`has_spend_request_access` integer DEFAULT false NOT NULL,
	`submits_spend_requests_for_others` integer DEFAULT false NOT NULL,
	`disabled_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`)
);

CREATE INDEX `company_memberships_user` ON `company_memberships` (`user_id`);
CREATE INDEX `company_memberships_admins` ON `company_memberships` (`company_id`) WHERE has_admin_access = 1 AND disabled_at IS NULL;
CREATE INDEX `company_memberships_manager` ON `company_memberships` (`company_id`,`manager_user_id`);
CREATE TABLE `delegate_approvers` (
	`company_id` text NOT NULL,
	`user_id` text NOT NULL,
	`delegate_user_id` text NOT NULL,
	`starts_on` text,
	`ends_on` text,
	`note` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`company_id`, `user_id`, `delegate_user_id`)
);

CREATE INDEX `delegate_approvers_delegate` ON `delegate_approvers` (`company_id`,`delegate_user_id`);
CREATE TABLE `department_members` (
	`company_id` text NOT NULL,
	`department_id` text NOT NULL,
	`user_id` text NOT NULL,
	`approves_requests` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`company_id`, `department_id`, `user_id`)
);

CREATE INDEX `department_members_user` ON `department_members` (`company_id`,`user_id`);
CREATE TABLE `departments` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `departments_name` ON `departments` (`company_id`,lower("name"));
CREATE TABLE `entities` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `entities_name` ON `entities` (`company_id`,lower("name"));
CREATE TABLE `group_members` (
	`company_id` text NOT NULL,
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	PRIMARY KEY(`company_id`, `group_id`, `user_id`)
);

CREATE INDEX `group_members_user` ON `group_members` (`company_id`,`user_id`);
CREATE TABLE `groups` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `groups_name` ON `groups` (`company_id`,lower("name"));
CREATE TABLE `locations` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `locations_name` ON `locations` (`company_id`,lower("name"));
CREATE TABLE `spend_categories` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `spend_categories_name` ON `spend_categories` (`company_id`,lower("name"));
CREATE TABLE `audit_log` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`change_key` text NOT NULL,
	`company_id` text NOT NULL,
	`actor_user_id` text,
	`impersonator_user_id` text,
	`action` text NOT NULL,
	`target_type` text NOT NULL,
	`target_id` text NOT NULL,
	`message` text NOT NULL,
	`change_data` text NOT NULL,
	`occurred_at` integer NOT NULL,
	`entry_hash` text NOT NULL
);

CREATE UNIQUE INDEX `audit_log_change` ON `audit_log` (`change_key`);
CREATE INDEX `audit_log_target` ON `audit_log` (`company_id`,`target_type`,`target_id`,`id`);
CREATE INDEX `audit_log_company` ON `audit_log` (`company_id`,`id`);
CREATE TABLE `audit_seals` (
	`company_id` text NOT NULL,
	`sequence` integer NOT NULL,
	`audit_id` integer NOT NULL,
	`hash` text NOT NULL,
	PRIMARY KEY(`company_id`, `sequence`)
);

CREATE UNIQUE INDEX `audit_seals_entry` ON `audit_seals` (`company_id`,`audit_id`);
CREATE TABLE `command_results` (
	`command_id` text NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`operation` text NOT NULL,
	`input_hash` text NOT NULL,
	`result` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `command_id`)
);

CREATE INDEX `command_results_age` ON `command_results` (`created_at`);
CREATE TABLE `outbox` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`topic` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` integer NOT NULL,
	`available_at` integer NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`done_at` integer,
	`dead_at` integer,
	`last_error` text
);

CREATE INDEX `outbox_due` ON `outbox` (`available_at`) WHERE done_at IS NULL AND dead_at IS NULL;
CREATE INDEX `outbox_company` ON `outbox` (`company_id`,`created_at`);
CREATE TABLE `rate_limits` (
	`key` text NOT NULL,
	`window_start` integer NOT NULL,
	`count` integer NOT NULL,
	PRIMARY KEY(`key`, `window_start`),
	CONSTRAINT "rate_limits_count" CHECK("rate_limits"."count" > 0)
);

CREATE INDEX `rate_limits_age` ON `rate_limits` (`window_start`);
CREATE TABLE `write_guard` (
	`ok` integer NOT NULL
);

CREATE TABLE `login_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`impersonator_user_id` text,
	`session_hash` text,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`used_at` integer
);

CREATE INDEX `login_tokens_expiry` ON `login_tokens` (`expires_at`);
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`company_id` text NOT NULL,
	`impersonator_user_id` text,
	`timezone` text,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL
);

CREATE INDEX `sessions_user` ON `sessions` (`user_id`);
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at`);
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`timezone` text,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
CREATE TABLE `vendors` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`name` text NOT NULL,
	`archived_at` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL
);

CREATE UNIQUE INDEX `vendors_name` ON `vendors` (`company_id`,lower("name"));
-- The audit log and its seals are append-only.
CREATE TRIGGER `audit_log_no_update` BEFORE UPDATE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER `audit_log_no_delete` BEFORE DELETE ON `audit_log` BEGIN SELECT RAISE(ABORT, 'audit_log is append-only'); END;
CREATE TRIGGER `audit_seals_no_update` BEFORE UPDATE ON `audit_seals` BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END;
CREATE TRIGGER `audit_seals_no_delete` BEFORE DELETE ON `audit_seals` BEGIN SELECT RAISE(ABORT, 'audit_seals is append-only'); END;
