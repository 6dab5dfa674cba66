import type { QuestionType } from '../../../../../schema/requests/forms/form.ts'

/** What the type picker says about each type, grouped by purpose. */
export const TYPE_GROUPS: { label: string; types: [QuestionType, string][] }[] = [
  {
    label: 'About the request',
    types: [
      ['REQUEST_TITLE', 'Names the request in lists and emails'],
      ['REQUEST_AMOUNT', 'The amount to approve, used by workflows and budgets'],
      ['DUE_DATE', 'Due date of the decision. Shown in lists'],
      ['START_DATE', 'First day of the service or contract'],
      ['END_DATE', 'Last day of the service or contract'],
      ['REQUEST_OWNER_SELECT', 'The member responsible for the purchase'],
      ['NEEDS_REQUEST_SIGNER', 'Whether someone has to sign a contract'],
    ],
  },
  {
    label: 'Choices',
    types: [
      ['YES_NO', 'One of two answers. Useful in conditions'],
      ['CUSTOM_SELECT', 'One or more of the options you add'],
    ],
  },
  {
    label: 'From your company',
    types: [
      ['VENDOR_SELECT', 'One of your vendors'],
      ['DEPARTMENT_SELECT', 'A department. Its approvers can approve'],
      ['BUSINESS_UNIT_SELECT', 'A business unit. Its approvers can approve'],
      ['ENTITY_SELECT', 'The legal entity that pays'],
      ['LOCATION_SELECT', 'One of your locations'],
      ['SPEND_CATEGORY_SELECT', 'What the money is spent on'],
      ['MEMBER_SELECT', 'Someone in your company'],
      ['SERVICE_SELECT', 'A service you already buy'],
    ],
  },
  {
    label: 'Text, numbers and dates',
    types: [
      ['TEXT', 'A line or a paragraph'],
      ['EMAIL', 'An email address'],
      ['NUMBER', 'A quantity, a count, a percentage'],
      ['MONEY', 'An amount besides the request amount'],
      ['DATE', 'Any other calendar date'],
      ['DURATION', 'Years, months and days, such as a contract term'],
      ['ADDRESS', 'Street, city, state, postal code, country'],
    ],
  },
  {
    label: 'Documents and explanations',
    types: [
      ['DOCUMENTS', 'Contracts, quotes and other files'],
      ['DISPLAY_ONLY', 'An explanation that needs no answer'],
    ],
  },
]

/** Types that a form can have only once. */
export const ONCE_TYPES: QuestionType[] = ['REQUEST_TITLE', 'REQUEST_AMOUNT', 'DUE_DATE', 'NEEDS_REQUEST_SIGNER']

export const allowsSeveral = (type: QuestionType): boolean =>
  type.endsWith('_SELECT') && type !== 'REQUEST_OWNER_SELECT'

const NEVER_REQUIRED: QuestionType[] = ['DISPLAY_ONLY', 'NEEDS_REQUEST_SIGNER']

/** Types that accept any answer are never required. */
export const canBeRequired = (type: QuestionType): boolean => !NEVER_REQUIRED.includes(type)
