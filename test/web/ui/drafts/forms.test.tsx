// @vitest-environment happy-dom
import type { ReactNode } from 'react'
import { it } from 'vitest'
import { z } from 'zod'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import { saveIntakeSubmission } from '../../../../schema/requests/endpoints.ts'
import { getPublicCategory, getPublicSteps } from '../../../../schema/requests/sourcing/endpoints.ts'
import { previewApprovals } from '../../../../schema/requests/submissions/filing-endpoints.ts'
import { endpoint } from '../../../../schema/shared/endpoint.ts'
import { getCustomFormFields } from '../../../../schema/vendors/settings/endpoints.ts'
import { listVendorCategories } from '../../../../schema/vendors/vendors/category-endpoints.ts'
import { findVendorsByName } from '../../../../schema/vendors/vendors/endpoints.ts'
import { Composer } from '../../../../web/features/documents/threads/composer.tsx'
import { NewBill } from '../../../../web/features/money/bills/form-pages.tsx'
import { FormBuilder } from '../../../../web/features/requests/forms/form/form-builder.tsx'
import {
  FormKindProvider,
  type FormSource,
  REQUEST_FORM,
} from '../../../../web/features/requests/forms/form/form-kind.ts'
import { PublicForm } from '../../../../web/features/requests/sourcing/public-form.tsx'
import type { BidderEvent } from '../../../../web/features/requests/sourcing-events/bidder/api.ts'
import { BidForm } from '../../../../web/features/requests/sourcing-events/bidder/bid-form.tsx'
import { RequestForm } from '../../../../web/features/requests/submissions/form/request-form.tsx'
import type { FormSubject } from '../../../../web/features/requests/submissions/form/use-request-form.ts'
import type { PurchaseOrder } from '../../../../web/features/spend/purchase-orders/api.ts'
import { CloseDialog } from '../../../../web/features/spend/purchase-orders/close-dialog.tsx'
import { MailDialog } from '../../../../web/features/spend/purchase-orders/mail-dialog.tsx'
import { NewSpendRequest } from '../../../../web/features/spend/spend-requests/form-pages.tsx'
import { byLink, type OpenedForm } from '../../../../web/features/vendors/vendor-forms/api.ts'
import { FormFilling } from '../../../../web/features/vendors/vendor-forms/form-filling.tsx'
import { NewVendorPage } from '../../../../web/features/vendors/vendors/form-pages.tsx'
import { beginCutOffs, comesBack, typing } from '../../../support/web/cut-off.ts'
import { serverOf } from '../../../support/web/page.tsx'
import { page, Refusal } from '../../../support/web/server.ts'
import { form, question } from '../../requests/submissions/fixtures.ts'

/** A session that ends while someone types, in each form. */

const RATES = { currency: 'USD' as const, allowsOthers: false, rates: [] }
const asked = form([question('why', { label: 'Why do you need it?' })])
const company = { id: 'c1', name: 'Brightwater', currency: 'USD' as const, enableCurrencies: false, hasLogo: false }

const PUBLIC = {
  ...{ name: 'Laptops', description: '', ordinal: 0, isReadOnly: false, type: 'PUBLIC' as const },
  ...{ enableAssignees: false, visit: 'v1', personCheck: null },
}

const subject = (): FormSubject => ({
  category: { id: 'laptops', name: 'Laptops', description: '' } as FormSubject['category'],
  ...{ form: asked, answers: {}, notes: {}, requestorUserId: 'maya', watcherUserIds: [], existing: null },
})

const opened = {
  form: { intakeSubmissionId: 'f1', status: 'UNSUBMITTED', version: 3, currency: 'USD', enableCurrencies: false },
  definition: { ...asked, exchange: null },
  answers: [],
} as object as OpenedForm

const bidding = {
  ...{ company, title: 'CAD seats', status: 'OPEN', form: asked, exchange: null, questions: [], criteria: [] },
  ...{ bidder: { name: 'Lena', email: 'lena@kestrelcad.example', status: 'INVITED', submittedAt: null } },
  ...{ bid: null, hasDraft: false, files: [], version: 0, outcome: null },
} as object as BidderEvent

const source: FormSource = {
  ...{ kind: REQUEST_FORM, form: asked, version: 2, draftName: 'request-form.laptops' },
  save: async ({ version }) => version + 1,
  readTheirs: async () => ({ value: asked, version: 2 }),
  ...{ invalidates: [], problemsOf: () => [], usedElsewhere: async () => [] },
  texts: { what: 'This form', save: 'Save form', saved: 'Form saved', editor: 'Form', unsaved: 'Not saved' },
}

const order = { id: 'po1', readableId: 'PO-1', mailedTo: null, vendorEmail: 'a@acme.test' } as object as PurchaseOrder
const nothing = () => {}

interface Kind {
  what: string
  field: string
  open: () => ReactNode
  /** The field appears after this. */
  first?: () => Promise<unknown>
  /** People without an account: the text stays in the tab, and there is no other person. */
  isOpenToAll?: true
}

const FORMS: Kind[] = [
  { what: 'a request', field: 'Why do you need it?', open: () => <RequestForm subject={subject()} /> },
  { what: 'a spend request', field: 'Description', open: () => <NewSpendRequest /> },
  { what: 'a bill', field: 'Invoice number', open: () => <NewBill /> },
  { what: 'a vendor', field: 'Name', open: () => <NewVendorPage /> },
  {
    ...{ what: 'a comment', field: 'New comment' },
    open: () => (
      <Composer
        name="comment.INTAKE_SUBMISSION.r1"
        label="New comment"
        action="Add comment"
        isPending={false}
        send={async () => {}}
        problem={null}
        isShared={false}
      />
    ),
  },
  { what: 'the email of an order', field: 'Message', open: () => <MailDialog order={order} onClose={nothing} /> },
  { what: 'why an order is closed', field: 'Reason', open: () => <CloseDialog order={order} onClose={nothing} /> },
  {
    ...{ what: 'a form that a vendor fills in', field: 'Why do you need it?' },
    open: () => <FormFilling opened={opened} target={byLink('t1')} onSent={() => {}} onReload={() => {}} />,
  },
  {
    ...{ what: 'a public form', field: 'Why do you need it?', isOpenToAll: true },
    open: () => <PublicForm companyId="c1" categoryId="laptops" />,
  },
  { what: 'a bid', field: 'Remarks', open: () => <BidForm token="t1" event={bidding} /> },
  {
    ...{ what: 'the form builder', field: 'Name of step 1' },
    open: () => (
      <FormKindProvider value={REQUEST_FORM}>
        <FormBuilder source={source} />
      </FormKindProvider>
    ),
  },
]

const TEXT = 'Ten seats for the team'
/** How far someone got, by a seed: another place for each form. */
const placeOf = (at: number): number => 1 + ((at * 7919 + 13) % (TEXT.length - 1))

const graphql = endpoint({
  ...{ id: 'graphql', method: 'POST', path: '/graphql', summary: 'What a new bill can have' },
  body: z.object({ query: z.string(), variables: z.object({}).loose() }),
  response: z.object({ data: z.object({}).loose() }),
})

const answers = () =>
  serverOf()
    .on(graphql, () => ({
      data: {
        paymentsGatekeeper: { paymentsEnabled: true, paymentsOnboarded: true },
        billFormValues: {
          ...{ needsAccounts: false, needsEntity: false, hasAccounts: false, hasDepartments: false, hasClasses: false },
          ...{ entities: [], accountingPeriods: [], currencies: [], taxCodes: [], amortizationTemplates: [] },
          ...{ customFields: [], lineCustomFields: [], customSegments: [] },
        },
      },
    }))
    .on(listVendorCategories, () => [])
    .on(findVendorsByName, () => [])
    .on(getCustomFormFields, () => ({
      ...{ vendorFormFields: [], serviceFormFields: [], serviceItemFormFields: [], version: 0, exchange: RATES },
    }))
    .on(getPublicCategory, () => ({
      id: 'laptops',
      ...PUBLIC,
      company: { ...company, lightLogoUrl: null, darkLogoUrl: null },
    }))
    .on(getPublicSteps, () => ({ ...asked, exchange: RATES }))
    .on(selectOptions.member, () => page([]))
    .on(previewApprovals, () => new Refusal(422, 'RULE_BROKEN', 'No workflow yet'))
    .on(saveIntakeSubmission, () => new Refusal(500, 'INTERNAL', 'Down'))

beginCutOffs()

it.each(FORMS.map((kind, at) => ({ ...kind, place: placeOf(at) })))(
  '$what has what was typed once the person has signed in again',
  async ({ field, place, ...kind }) => {
    await comesBack({ ...kind, answers, ...typing(field, TEXT.slice(0, place)) })
  },
)
