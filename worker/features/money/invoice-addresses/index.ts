/**
 * Where vendors email invoices: an address of the company, and one of each entity of its accounting system that has its
 * own. They begin with the company's short name, so that the directory finds its cell.
 */
