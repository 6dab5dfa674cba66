/**
 * Options for selects: people, units, vendors, by text and page. Invariant: an option list never reads more rows than
 * a page needs.
 */
export { chosenAndFound, labelsOf, optionsPage, registerMoreChosen, vendorCategorySource } from './operations.ts'
