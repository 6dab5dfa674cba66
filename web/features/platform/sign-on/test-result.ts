/** What came of testing a login method: the page to which the provider sends the browser keeps it for the settings page. */

interface TestResult {
  isSound: boolean
  text: string
}

let last: TestResult | null = null

export const keepTestResult = (result: TestResult): void => {
  last = result
}

/** Shown once. */
export const takeTestResult = (): TestResult | null => {
  const result = last
  last = null
  return result
}
