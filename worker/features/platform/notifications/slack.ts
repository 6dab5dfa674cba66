import { invalidField } from '../../../core/errors.ts'

/** Whether the company can get notifications by Slack. There is no connection to Slack yet. */
export const isSlackConnected = (): boolean => false

/** No one turns on what nothing is sent by: neither the company nor a person. Throws INVALID. */
export const refuseWithoutSlack = (field: string, isOn: boolean): void => {
  if (isOn && !isSlackConnected()) throw invalidField(field, 'Your company hasn’t connected Slack')
}
