import { type CategoryTemplate, form, ifYes, q, REQUIRED, workflow } from '../template.ts'

export const events: CategoryTemplate = {
  key: 'events',
  name: 'Travel and events',
  description: 'Business trips, team events, conferences and training.',
  form: form('events', [
    [
      'The trip or event',
      [
        q('events-title', 'REQUEST_TITLE', 'What should we call it?', {
          ...REQUIRED,
          description: 'For example “Sales kickoff in Lisbon”.',
        }),
        q('events-kind', 'CUSTOM_SELECT', 'What is it?', {
          ...REQUIRED,
          choices: ['Business trip', 'Conference or training', 'Team event', 'Customer event'],
        }),
        q('events-purpose', 'TEXT', 'What is the purpose?', REQUIRED),
        q('events-place', 'TEXT', 'Where?', REQUIRED),
        q('events-start', 'START_DATE', 'First day', REQUIRED),
        q('events-end', 'END_DATE', 'Last day', REQUIRED),
        q('events-people', 'NUMBER', 'How many people?', REQUIRED),
        q('events-abroad', 'YES_NO', 'Does anyone travel to another country?', REQUIRED),
        q('events-countries', 'TEXT', 'Which countries?', { ...REQUIRED, ...ifYes('events-abroad') }),
      ],
    ],
    [
      'Budget',
      [
        q('events-amount', 'REQUEST_AMOUNT', 'Total budget', { ...REQUIRED, allowsNote: true }),
        q('events-department', 'DEPARTMENT_SELECT', 'Which department pays?', REQUIRED),
        q('events-notes', 'TEXT', 'Anything else?'),
      ],
    ],
  ]),
  ...workflow('events', 'Travel and event approvals', [
    [{ label: 'Manager', asks: 'manager' }],
    [
      { label: 'Department', asks: 'department', from: ['events-amount', 2_000] },
      { label: 'Finance', asks: 'finance', from: ['events-amount', 10_000] },
      { label: 'Travel safety', asks: 'people', ...ifYes('events-abroad') },
    ],
  ]),
}
