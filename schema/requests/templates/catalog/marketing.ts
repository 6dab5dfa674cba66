import { type CategoryTemplate, form, ifChosen, q, REQUIRED, workflow } from '../template.ts'

export const marketing: CategoryTemplate = {
  key: 'marketing',
  name: 'Marketing and agencies',
  description: 'Campaigns, advertising, agencies and freelancers in marketing.',
  form: form('marketing', [
    [
      'The campaign',
      [
        q('marketing-title', 'REQUEST_TITLE', 'Name of the campaign or project', REQUIRED),
        q('marketing-kind', 'CUSTOM_SELECT', 'What is it for?', {
          ...REQUIRED,
          choices: ['Advertising', 'Agency or freelancer', 'Content or design', 'Sponsorship', 'Something else'],
        }),
        q('marketing-vendor', 'VENDOR_SELECT', 'Agency or vendor', REQUIRED),
        q('marketing-goal', 'TEXT', 'What should it achieve, and how will you measure that?', REQUIRED),
        q('marketing-brand', 'TEXT', 'Where will our name and logo appear?', {
          ...REQUIRED,
          ...ifChosen('marketing-kind', 1, 4),
        }),
      ],
    ],
    [
      'Budget and dates',
      [
        q('marketing-amount', 'REQUEST_AMOUNT', 'Budget', { ...REQUIRED, allowsNote: true }),
        q('marketing-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('marketing-planned', 'YES_NO', 'Is it in this year’s budget?', REQUIRED),
        q('marketing-start', 'START_DATE', 'First day', REQUIRED),
        q('marketing-end', 'END_DATE', 'Last day'),
        q('marketing-offer', 'DOCUMENTS', 'Offer or brief', { isMulti: true }),
      ],
    ],
  ]),
  ...workflow('marketing', 'Marketing approvals', [
    [
      { label: 'Manager', asks: 'manager' },
      { label: 'Department', asks: 'department' },
    ],
    [
      {
        label: 'Finance, not in the budget',
        asks: 'finance',
        conditionBooleans: [{ valuesQuestionId: 'marketing-planned', value: false }],
      },
      { label: 'Finance, large amounts', asks: 'finance', from: ['marketing-amount', 10_000] },
      { label: 'Legal review', asks: 'legal', ...ifChosen('marketing-kind', 4) },
    ],
  ]),
}
