import { Button, Skeleton, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CompanySettings, updateCompanySettings } from '../../../../schema/platform/company/endpoints.ts'
import { COMPANY_CHOICES, flagWords } from '../../../../schema/platform/company/flags.ts'
import { CURRENCIES } from '../../../../schema/shared/money.ts'
import { mergeEdits } from '../../../lib/merge-edits.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { DraftNotice } from '../../../ui/drafts/draft-notice.tsx'
import { useFormDraft } from '../../../ui/drafts/use-form-draft.ts'
import { EditConflict } from '../../../ui/edit-conflict.tsx'
import { useBodyForm } from '../../../ui/endpoint-form.ts'
import { OptionSelect } from '../../../ui/fields/option-select.tsx'
import { zoneOptions } from '../../../ui/fields/zone-options.ts'
import { FieldGroup } from '../../../ui/form-frame.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useEdit } from '../../../ui/use-edit.ts'
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts'
import { FactorSettingsCard } from '../factors/index.ts'
import { ShowFirstSteps } from '../first-steps/index.ts'
import { SampleData, useHasSamples } from '../sample-data/index.ts'
import { companyQuery, useCan } from '../session/index.ts'
import { companySettingsQuery, saveCompanySettings } from './api.ts'
import { ApprovalModeChoice } from './approval-mode-choice.tsx'
import classes from './company.module.css'
import { currencyText } from './currency-text.ts'

const APPROVAL_CHOICES = COMPANY_CHOICES.filter((flag) => flag !== 'enableCurrencies')

type Values = Omit<CompanySettings, 'id' | 'name' | 'emailShortName' | 'canChangeCurrency' | 'modules' | 'version'>

const LABELS: Record<keyof Values, string> = {
  currency: 'Company currency',
  timeZone: 'Time zone of the books',
  requestApprovalMode: 'Request approval mode',
  enforceIntakeApprovalOrder: flagWords('enforceIntakeApprovalOrder').label,
  restrictSubmissionEditToAdmins: flagWords('restrictSubmissionEditToAdmins').label,
  enableEditWithApprovalBypass: flagWords('enableEditWithApprovalBypass').label,
  enableCurrencies: flagWords('enableCurrencies').label,
}
const KEYS = Object.keys(LABELS) as (keyof Values)[]

const valuesOf = (settings: CompanySettings): Values =>
  Object.fromEntries(KEYS.map((key) => [key, settings[key]])) as unknown as Values

/** Settings › Company › Company settings: what the company's admins choose. */
export const CompanySettingsPage = () => {
  const { data, error, refetch } = useQuery({ ...companySettingsQuery, staleTime: 0 })
  return (
    <>
      <PageHeader
        title="Company settings"
        subtitle="How approvals, currencies and the books work for everyone in your company."
        action={<ShowFirstSteps />}
      />
      {data ? (
        <>
          <SettingsForm key={data.version} settings={data} />
          <div className={classes.factors}>
            <FactorSettingsCard />
          </div>
          <div className={classes.samples}>
            <SampleData heading="h2" />
          </div>
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={480} maw="52rem" />
      )}
    </>
  )
}

const SettingsForm = ({ settings }: { settings: CompanySettings }) => {
  const form = useBodyForm(updateCompanySettings, { initial: valuesOf(settings) })
  const edit = useEdit({
    item: settings,
    form,
    valuesOf,
    read: () => queryClient.fetchQuery({ ...companySettingsQuery, staleTime: 0 }),
    save: (values, { item }, commandId) => saveCompanySettings({ ...values, version: item.version }, commandId),
    merge: (base, mine, theirs) => mergeEdits(LABELS, base, mine, theirs),
    success: () => 'Company settings saved',
    invalidates: [companySettingsQuery.queryKey, companyQuery.queryKey],
    onSaved: () => {
      form.resetDirty()
      draft.finish()
    },
  })
  const draft = useFormDraft(form, { name: 'company-settings', version: settings.version, isSent: false })
  useLeaveGuard(form.isDirty())
  const { currency } = edit.base.item
  const hasSamples = useHasSamples()
  const can = useCan()
  const choice = (flag: (typeof COMPANY_CHOICES)[number]) => (
    <Switch
      key={flag}
      label={flagWords(flag).label}
      description={flagWords(flag).text}
      {...form.getInputProps(flag, { type: 'checkbox' })}
    />
  )
  return (
    <form className={classes.form} onSubmit={form.onSubmit((values) => edit.send(values))} noValidate>
      <DraftNotice draft={draft} />
      {edit.met && (
        <EditConflict what="company" clashes={edit.met.clashes} taken={edit.met.taken} onTake={edit.takeTheirs} />
      )}
      <FieldGroup legend="Approvals">
        {/* Chosen there, wherever that page exists. */}
        {!can('approvals.configure') && (
          <ApprovalModeChoice
            value={form.values.requestApprovalMode}
            onChange={(mode) => form.setFieldValue('requestApprovalMode', mode)}
          />
        )}
        <div className={classes.switches}>{APPROVAL_CHOICES.map(choice)}</div>
      </FieldGroup>
      <FieldGroup legend="Currencies">
        <div className={classes.narrow}>
          <OptionSelect
            label="Company currency"
            description={currencyText(currency, edit.base.item.canChangeCurrency, hasSamples)}
            required
            readOnly={!edit.base.item.canChangeCurrency}
            options={CURRENCIES.map((code) => ({ value: code, label: code }))}
            {...form.getInputProps('currency')}
          />
        </div>
        {choice('enableCurrencies')}
      </FieldGroup>
      <FieldGroup legend="Books">
        <div className={classes.narrow}>
          <OptionSelect
            label="Time zone of the books"
            description="Entries and reports use dates in this time zone. Entries already posted keep their date."
            required
            options={zoneOptions()}
            {...form.getInputProps('timeZone')}
          />
        </div>
      </FieldGroup>
      <div>
        <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
          {edit.saveText('Save changes')}
        </Button>
      </div>
    </form>
  )
}
