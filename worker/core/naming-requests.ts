/**
 * SQL of the ids of requests with a vendor, or a proposed one, in an answer of any version. Some may no longer have it. A
 * request's own vendor is in its row, and `answer_vendors` has the others.
 * @param company SQL of the company's id
 * @param vendor SQL of the vendor's id
 */
export const requestsNaming = (company: string, vendor: string): string =>
  `(SELECT k.submission_id AS id FROM answer_vendors k WHERE k.company_id = ${company} AND k.vendor_id = ${vendor}
    UNION SELECT r.id FROM intake_submissions r INDEXED BY intake_submissions_of_vendor
     WHERE r.vendor_id = ${vendor} AND r.is_draft = 0 AND r.company_id = ${company})`
