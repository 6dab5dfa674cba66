/**
 * Spend requests: list, page and forms. Invariant: what a person decides on is what they saw.
 */
export { spendRequestQuery } from './api.ts'
export { DuplicateSpendRequest, EditSpendRequest, ModifySpendRequest, NewSpendRequest } from './form-pages.tsx'
export { SPEND_IN_INBOX } from './inbox-subject.ts'
export { loadSpendCommands } from './late.ts'
export { loadSpendAttention } from './load-attention.ts'
export { SPEND_TAB } from './of-request/request-tab.tsx'
export { SpendOfService } from './of-vendor.tsx'
export { useSpendOfVendor } from './on-vendor.tsx'
export { newSpendSearch, spendSearch } from './search.ts'
export { SpendList } from './spend-list.tsx'
export { SpendPage } from './spend-page.tsx'
