import { z } from 'zod'
import { APPROVAL_MODES } from '../../../../schema/platform/company/approval-modes.ts'
import { COMPANY_CHOICES } from '../../../../schema/platform/company/flags.ts'
import { callOf, settingsSection, wordsOf } from '../configuration/index.ts'
import { readCompanySettings, updateCompanySettings } from './settings.ts'

/**
 * Settings › Company and Settings › Approvals, in a file of configuration. Its currency is in the file's head, and the
 * time zone of its books is its own: a sandbox's isn't that of the real company.
 */

const modes = wordsOf(APPROVAL_MODES)
/** As the settings page calls them, in the order of the file. */
const WORDS: Record<(typeof COMPANY_CHOICES)[number], string> = {
  enforceIntakeApprovalOrder: 'levelsInOrder',
  restrictSubmissionEditToAdmins: 'onlyAdminsEditSubmitted',
  enableEditWithApprovalBypass: 'editsWithoutNewApprovals',
  enableCurrencies: 'otherCurrencies',
}

const choices = Object.fromEntries(Object.values(WORDS).map((word) => [word, z.boolean()]))

interface RawSettings {
  mode: (typeof APPROVAL_MODES)[number]
  choices: Record<(typeof COMPANY_CHOICES)[number], boolean>
}

settingsSection<RawSettings, Record<string, unknown> & { approvals: string }>({
  key: 'company',
  title: 'Company settings',
  order: 1,
  access: 'settings.manage',
  unavailable: 'You can’t change the settings of the company',
  shape: z.strictObject({ approvals: modes.shape, ...choices }),
  read: async (context) => {
    const settings = await callOf(readCompanySettings, context, {})
    return {
      mode: settings.requestApprovalMode,
      choices: Object.fromEntries(COMPANY_CHOICES.map((flag) => [flag, settings[flag]])) as RawSettings['choices'],
    }
  },
  toFile: ({ mode, choices: chosen }) => ({
    approvals: modes.toWord(mode),
    ...Object.fromEntries(COMPANY_CHOICES.map((flag) => [WORDS[flag], chosen[flag]])),
  }),
  fromFile: ({ approvals, ...file }) => ({
    mode: modes.fromWord(approvals),
    choices: Object.fromEntries(
      COMPANY_CHOICES.map((flag) => [flag, file[WORDS[flag]] === true]),
    ) as RawSettings['choices'],
  }),
  write: (context, { mode, choices: chosen }) =>
    callOf(updateCompanySettings, context, { requestApprovalMode: mode, ...chosen }),
})
