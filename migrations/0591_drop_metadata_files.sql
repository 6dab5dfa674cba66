-- What a metadata file says is in its own columns.
ALTER TABLE `sign_on_connections` DROP COLUMN `metadata_xml`;
