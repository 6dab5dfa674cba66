import { unsubscribeUrls } from '../../../worker/features/platform/notifications/unsubscribe-link.ts'

/** The end of the link in an email about comments that stops them. */
export const unsubscribeOf = async (
  env: Parameters<typeof unsubscribeUrls>[0],
  companyId: string,
  userId: string,
): Promise<string> => {
  const urls = await unsubscribeUrls(env, ['mail'], () => ({ companyId, userId, kind: 'COMMENT' }))
  return urls.get('mail')?.split('/').at(-1) ?? ''
}
