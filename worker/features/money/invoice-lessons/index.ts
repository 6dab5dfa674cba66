/**
 * What bills teach about a vendor's next invoice. Invariants: a lesson comes from a bill that someone entered, says which
 * one, and can be forgotten; it only fills in forms, which people check.
 */
