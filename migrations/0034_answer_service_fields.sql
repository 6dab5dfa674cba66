-- Answers to the fields that a company adds to its services and their periods, and what the list is filtered by.
--
-- A page of the list is read without a row for each period, month and link: `links` holds those of the service, kept by
-- triggers, and `card` its periods and months as they were written. Both are copies.
--
-- `service_answer_values` holds each scalar of the answers in lower case; those of a period name it, others have ''.
ALTER TABLE `services` ADD COLUMN `answers` text DEFAULT '{}' NOT NULL;
ALTER TABLE `services` ADD COLUMN `links` text DEFAULT '[]' NOT NULL;
ALTER TABLE `services` ADD COLUMN `card` text DEFAULT '{"periods":[],"months":[]}' NOT NULL;
ALTER TABLE `service_periods` ADD COLUMN `answers` text DEFAULT '{}' NOT NULL;
CREATE INDEX `services_by_unit` ON `services` (`company_id`,`business_unit_id`,`vendor_key`,lower(`name`),`id`);
CREATE INDEX `services_by_category` ON `services` (`company_id`,`spend_category_id`,`vendor_key`,lower(`name`),`id`);

CREATE TABLE `service_answer_values` (
	`company_id` text NOT NULL,
	`question_id` text NOT NULL,
	`value` text NOT NULL,
	`service_id` text NOT NULL,
	`period_id` text DEFAULT '' NOT NULL,
	PRIMARY KEY(`company_id`, `question_id`, `value`, `service_id`, `period_id`)
);
CREATE INDEX `service_answer_values_service` ON `service_answer_values` (`company_id`,`service_id`);

CREATE TRIGGER `service_links_kept_added` AFTER INSERT ON `service_links` BEGIN
	UPDATE services SET links = (SELECT json_group_array(json_object('kind', k.kind, 'id', k.target_id)) FROM service_links k WHERE k.company_id = new.company_id AND k.service_id = new.service_id)
	 WHERE id = new.service_id AND company_id = new.company_id;
END;

CREATE TRIGGER `service_links_kept_removed` AFTER DELETE ON `service_links` BEGIN
	UPDATE services SET links = (SELECT json_group_array(json_object('kind', k.kind, 'id', k.target_id)) FROM service_links k WHERE k.company_id = old.company_id AND k.service_id = old.service_id)
	 WHERE id = old.service_id AND company_id = old.company_id;
END;

-- What is there already.
UPDATE services SET
	links = (SELECT json_group_array(json_object('kind', k.kind, 'id', k.target_id)) FROM service_links k WHERE k.company_id = services.company_id AND k.service_id = services.id),
	card = json_object(
		'periods', json((SELECT json_group_array(json_object('id', p.id, 'startDate', p.start_date, 'endDate', p.end_date,
			'unitsPerMonth', p.units_per_month, 'costPerUnit', p.cost_per_unit_minor, 'tax', p.tax_minor, 'savings', p.savings_minor,
			'totalServicePeriodCost', p.total_minor, 'amortizedCost', p.amortized_minor, 'currency', p.currency, 'note', p.note,
			'autoRenewDetail', p.auto_renew_detail, 'noticeDays', p.notice_days, 'cancelBy', p.cancel_by, 'answers', json(p.answers),
			'renewalReminders', json((SELECT json_group_array(r.remind_on) FROM service_reminders r
				WHERE r.company_id = p.company_id AND r.service_id = p.service_id AND r.period_id = p.id))))
			FROM service_periods p WHERE p.company_id = services.company_id AND p.service_id = services.id)),
		'months', json((SELECT json_group_array(json_object('currency', m.currency, 'month', m.month, 'amount', m.amount_minor))
			FROM service_spend_months m WHERE m.company_id = services.company_id AND m.service_id = services.id)));
