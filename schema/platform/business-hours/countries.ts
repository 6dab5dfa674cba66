/** Countries with a list of public holidays, as ISO 3166 codes. Apart from the lists, which screens don't need. */
export const HOLIDAY_COUNTRIES: readonly string[] = `
  AE AR AT AU BE BG BR CA CH CL CO CR CY CZ DE DK EE ES FI FR GB GR HK HR HU ID IE IL IN IS IT JP KE KR LT LU LV MA MT MX MY NG
  NL NO NZ PE PH PL PT RO RS SA SE SG SI SK TH TR TW UA US UY VN ZA`
  .trim()
  .split(/\s+/)
