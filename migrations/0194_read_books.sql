-- A company's accounting system: the connection, the objects read of it with what they are in the company, and the lines
-- of its documents as transactions.
CREATE TABLE `erp_connections` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`system` text NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`currency` text NOT NULL,
	`state` text NOT NULL,
	`step` text NOT NULL,
	`read_from` text NOT NULL,
	`is_full_wanted` integer NOT NULL,
	`error` text,
	`version` integer DEFAULT 1 NOT NULL,
	`connected_by_user_id` text NOT NULL,
	`connected_at` integer NOT NULL,
	`disconnected_at` integer
);
CREATE UNIQUE INDEX `erp_connections_one` ON `erp_connections` (`company_id`) WHERE disconnected_at IS NULL;
CREATE INDEX `erp_connections_account` ON `erp_connections` (`system`, `account_id`) WHERE disconnected_at IS NULL;
CREATE INDEX `erp_connections_due` ON `erp_connections` (`state`, `id`);

CREATE TABLE `erp_objects` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`kind` text NOT NULL,
	`mapped_kind` text,
	`erp_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`number` text,
	`is_active` integer NOT NULL,
	`parent_erp_id` text,
	`account_type` text,
	`classification` text,
	`currency` text,
	`details` text DEFAULT '{}' NOT NULL,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`last12_minor` integer DEFAULT 0 NOT NULL,
	`vendor_id` text,
	`department_id` text,
	`business_unit_id` text,
	`location_id` text,
	`entity_id` text,
	`category_id` text,
	`tracking_level` text DEFAULT 'ALL_TRANSACTIONS' NOT NULL,
	`is_payroll` integer DEFAULT false NOT NULL,
	`is_tracked` integer DEFAULT true NOT NULL,
	`is_dismissed` integer DEFAULT false NOT NULL,
	`mapping_version` integer DEFAULT 1 NOT NULL,
	`is_unmapped` integer NOT NULL GENERATED ALWAYS AS ((is_active AND deleted_at IS NULL AND coalesce(CASE mapped_kind
              WHEN 'VENDOR' THEN vendor_id IS NULL AND NOT is_dismissed
              WHEN 'DEPARTMENT' THEN department_id IS NULL AND is_tracked
              WHEN 'LOCATION' THEN location_id IS NULL AND is_tracked
              WHEN 'CLASSIFICATION' THEN business_unit_id IS NULL
              WHEN 'ENTITY' THEN entity_id IS NULL
              WHEN 'EXPENSE_ACCOUNT' THEN category_id IS NULL AND tracking_level <> 'NONE'
              WHEN 'REVENUE_ACCOUNT' THEN category_id IS NULL AND tracking_level <> 'NONE' END, 0))) VIRTUAL
);
CREATE UNIQUE INDEX `erp_objects_erp` ON `erp_objects` (`company_id`, `connection_id`, `kind`, `erp_id`);
CREATE INDEX `erp_objects_name` ON `erp_objects` (`company_id`, `kind`, `name_key`, `id`);
CREATE INDEX `erp_objects_mapped` ON `erp_objects` (`company_id`, `mapped_kind`, `last12_minor`, `id`) WHERE mapped_kind IS NOT NULL;
CREATE INDEX `erp_objects_unmapped` ON `erp_objects` (`company_id`, `mapped_kind`, `last12_minor`, `id`) WHERE is_unmapped;
CREATE INDEX `erp_objects_vendor` ON `erp_objects` (`company_id`, `vendor_id`, `name_key`, `id`) WHERE vendor_id IS NOT NULL;

CREATE TABLE `erp_object_counts` (
	`company_id` text NOT NULL,
	`mapped_kind` text NOT NULL,
	`total` integer NOT NULL,
	`unmapped` integer NOT NULL,
	PRIMARY KEY(`company_id`, `mapped_kind`)
);
CREATE TRIGGER `erp_objects_counted` AFTER INSERT ON `erp_objects` WHEN new.mapped_kind IS NOT NULL BEGIN
	INSERT INTO erp_object_counts (company_id, mapped_kind, total, unmapped)
	VALUES (new.company_id, new.mapped_kind, new.deleted_at IS NULL, new.is_unmapped)
	ON CONFLICT (company_id, mapped_kind) DO UPDATE
	SET total = total + excluded.total, unmapped = unmapped + excluded.unmapped;
END;
CREATE TRIGGER `erp_objects_recounted` AFTER UPDATE OF `mapped_kind`, `is_active`, `deleted_at`, `vendor_id`, `is_dismissed`,
	`department_id`, `is_tracked`, `location_id`, `business_unit_id`, `entity_id`, `category_id`, `tracking_level` ON `erp_objects`
	WHEN (old.mapped_kind, old.deleted_at IS NULL, old.is_unmapped) IS NOT (new.mapped_kind, new.deleted_at IS NULL, new.is_unmapped) BEGIN
	UPDATE erp_object_counts SET total = total - (old.deleted_at IS NULL), unmapped = unmapped - old.is_unmapped
	 WHERE company_id = old.company_id AND mapped_kind = old.mapped_kind;
	INSERT INTO erp_object_counts (company_id, mapped_kind, total, unmapped)
	SELECT new.company_id, new.mapped_kind, new.deleted_at IS NULL, new.is_unmapped WHERE new.mapped_kind IS NOT NULL
	ON CONFLICT (company_id, mapped_kind) DO UPDATE
	SET total = total + excluded.total, unmapped = unmapped + excluded.unmapped;
END;
CREATE TRIGGER `erp_objects_uncounted` AFTER DELETE ON `erp_objects` WHEN old.mapped_kind IS NOT NULL BEGIN
	UPDATE erp_object_counts SET total = total - (old.deleted_at IS NULL), unmapped = unmapped - old.is_unmapped
	 WHERE company_id = old.company_id AND mapped_kind = old.mapped_kind;
END;

CREATE TABLE `transactions` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`connection_id` text NOT NULL,
	`type` text NOT NULL,
	`document_kind` text NOT NULL,
	`erp_id` text NOT NULL,
	`line_erp_id` text NOT NULL,
	`document_number` text,
	`date` text NOT NULL,
	`amount_minor` integer NOT NULL,
	`currency` text NOT NULL,
	`company_minor` integer,
	`exchange` text,
	`memo` text NOT NULL,
	`description` text NOT NULL,
	`url` text,
	`account_type` text NOT NULL,
	`account_object_id` text NOT NULL,
	`vendor_object_id` text,
	`department_object_id` text,
	`location_object_id` text,
	`classification_object_id` text,
	`entity_object_id` text,
	`vendor_id` text,
	`category_id` text,
	`department_id` text,
	`business_unit_id` text,
	`location_id` text,
	`entity_id` text,
	`is_payroll` integer NOT NULL,
	`is_tracked` integer NOT NULL,
	`is_vendor_set` integer DEFAULT false NOT NULL,
	`is_category_set` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`stamp` text NOT NULL
);
CREATE UNIQUE INDEX `transactions_line` ON `transactions` (`company_id`, `connection_id`, `document_kind`, `erp_id`, `line_erp_id`);
CREATE INDEX `transactions_date` ON `transactions` (`company_id`, `is_tracked`, `type`, `date`, `id`);
CREATE INDEX `transactions_vendor` ON `transactions` (`company_id`, `vendor_id`, `type`, `date`, `id`) WHERE vendor_id IS NOT NULL AND is_tracked;
CREATE INDEX `transactions_category` ON `transactions` (`company_id`, `category_id`, `type`, `date`, `id`) WHERE category_id IS NOT NULL AND is_tracked;
CREATE INDEX `transactions_department` ON `transactions` (`company_id`, `department_id`, `type`, `date`, `id`) WHERE department_id IS NOT NULL AND is_tracked;
CREATE INDEX `transactions_account` ON `transactions` (`company_id`, `account_object_id`, `date`);

CREATE TABLE `erp_object_months` (
	`company_id` text NOT NULL,
	`object_id` text NOT NULL,
	`month` text NOT NULL,
	`amount_minor` integer NOT NULL,
	PRIMARY KEY(`company_id`, `month`, `object_id`)
);
CREATE INDEX `erp_object_months_object` ON `erp_object_months` (`company_id`, `object_id`, `month`);
