import type { Env } from '../../env.ts'

/** The demo company's logo: a drop over a wave, with its name. */
const logo = (ink: string, drop: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 124 32" width="124" height="32">
  <path d="M14 3c4.5 5 7 8.600 7 12a7 7 0 0 1-14 0c0-3.400 2.500-7 7-12Z" fill="${drop}"/>
  <path d="M3 25.500q5.500-4 11 0t11 0" fill="none" stroke="${drop}" stroke-width="2.500" stroke-linecap="round"/>
  <text x="33" y="21" font-family="Inter, Helvetica, Arial, sans-serif" font-size="15" font-weight="650" textLength="88" lengthAdjust="spacingAndGlyphs" fill="${ink}">Brightwater</text>
</svg>`

/** Stores both variants with the uploads, and sets them on the company. */
export const giveLogo = async ({ DB, DOCUMENTS }: Env, companyId: string): Promise<void> => {
  const httpMetadata = { contentType: 'image/svg+xml' }
  await DOCUMENTS.put('demo-logo-light.svg', logo('#12324a', '#0f7fb5'), { httpMetadata })
  await DOCUMENTS.put('demo-logo-dark.svg', logo('#f2f6f9', '#5cc3f0'), { httpMetadata })
  await DB.prepare('UPDATE companies SET light_logo_key = ?, dark_logo_key = ? WHERE id = ?')
    .bind('demo-logo-light.svg', 'demo-logo-dark.svg', companyId)
    .run()
}
