-- Two vendors that became one. A merge moves everything that names the vendor that goes and deletes it; what it moved is
-- kept, so that it can be undone. `survivor_id` is where old links lead.
--
-- Requests keep their truth elsewhere and are written here as they were filed: the triggers give their vendor its
-- present name, whenever and however often they are written.
CREATE TABLE `vendor_merges` (
	`id` text PRIMARY KEY NOT NULL,
	`company_id` text NOT NULL,
	`from_id` text NOT NULL,
	`into_id` text NOT NULL,
	`survivor_id` text NOT NULL,
	`from_name` text NOT NULL,
	`into_name` text NOT NULL,
	`from_row` text NOT NULL,
	`into_before` text NOT NULL,
	`into_after` text NOT NULL,
	`counts` text NOT NULL,
	`created_by_user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	`undone_by_user_id` text,
	`undo_kept` text DEFAULT '[]' NOT NULL
);
CREATE UNIQUE INDEX `vendor_merges_from` ON `vendor_merges` (`company_id`,`from_id`) WHERE undone_at IS NULL;
CREATE INDEX `vendor_merges_into` ON `vendor_merges` (`company_id`,`into_id`,`created_at`,`id`);
CREATE INDEX `vendor_merges_survivor` ON `vendor_merges` (`company_id`,`survivor_id`) WHERE undone_at IS NULL;

CREATE TABLE `vendor_merge_moves` (
	`company_id` text NOT NULL,
	`merge_id` text NOT NULL,
	`place` text NOT NULL,
	`row_key` text NOT NULL,
	`before` text,
	`after` text,
	`was_double` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`company_id`, `merge_id`, `place`, `row_key`)
);

CREATE TRIGGER `intake_submissions_vendor_merged_added` AFTER INSERT ON `intake_submissions`
WHEN new.vendor_id IS NOT NULL AND EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE intake_submissions SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;

CREATE TRIGGER `intake_submissions_vendor_merged_changed` AFTER UPDATE OF `vendor_id` ON `intake_submissions`
WHEN new.vendor_id IS NOT NULL AND EXISTS (SELECT 1 FROM vendor_merges m
	WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) BEGIN
	UPDATE intake_submissions SET vendor_id = (SELECT m.survivor_id FROM vendor_merges m
		WHERE m.company_id = new.company_id AND m.from_id = new.vendor_id AND m.undone_at IS NULL) WHERE id = new.id;
END;

CREATE TRIGGER `intake_answers_vendor_merged` AFTER INSERT ON `intake_answers`
WHEN json_type(new.value) IN ('text', 'array') AND EXISTS (SELECT 1 FROM json_each(new.value) j JOIN vendor_merges m
	ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL) BEGIN
	UPDATE intake_answers SET value = CASE json_type(new.value)
		WHEN 'array' THEN (SELECT json_group_array(x.id) FROM (
			SELECT coalesce(m.survivor_id, j.value) AS id, min(j.key) AS place FROM json_each(new.value) j
			  LEFT JOIN vendor_merges m ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL
			 GROUP BY 1 ORDER BY place) x)
		ELSE (SELECT json_quote(m.survivor_id) FROM json_each(new.value) j JOIN vendor_merges m
			ON m.company_id = new.company_id AND m.from_id = j.value AND m.undone_at IS NULL) END
	 WHERE submission_id = new.submission_id AND version = new.version AND question_id = new.question_id;
END;
