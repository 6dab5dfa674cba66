/** Names of months in the languages that are read, also shortened. Pure. */

const NAMES = [
  'jan january januar jänner janner janvier janv enero ene gennaio gen januari janeiro janeiro styczeń stycznia sty leden ledna tammikuu tammikuuta január',
  'feb february februar feber février fevrier févr fevr febrero febbraio februari fevereiro fev luty lutego lut únor února helmikuu helmikuuta február',
  'mar march märz maerz mär mrz mars marzo maart mrt março marco marts marzec marca březen března maaliskuu maaliskuuta március',
  'apr april avril avr abril abr aprile kwiecień kwietnia kwi duben dubna huhtikuu huhtikuuta április',
  'may mai mayo maggio mag mei maio maj maja květen května toukokuu toukokuuta május',
  'jun june juni juin junio giugno giu junho czerwiec czerwca cze červen června kesäkuu kesäkuuta június',
  'jul july juli juillet juil julio luglio lug julho lipiec lipca lip červenec července heinäkuu heinäkuuta július',
  'aug august août aout agosto ago augustus augusti sierpień sierpnia sie srpen srpna elokuu elokuuta augusztus',
  'sep sept september septembre septiembre setiembre settembre set setembro wrzesień września wrz září syyskuu syyskuuta szeptember',
  'oct october okt oktober octobre octubre ottobre ott outubro out październik października paź říjen října lokakuu lokakuuta október',
  'nov november novembre noviembre novembro listopad listopada lis marraskuu marraskuuta',
  'dec december dez dezember décembre déc diciembre dic dicembre dezembro grudzień grudnia gru prosinec prosince joulukuu joulukuuta',
].map((names) => names.split(' '))

/** Letters without their accents, because people leave them out. */
const bare = (name: string): string =>
  name.toLowerCase().replaceAll('ł', 'l').normalize('NFKD').replaceAll(/\p{M}/gu, '').replace(/\.$/, '')

const PLACES = new Map(NAMES.flatMap((names, at) => names.map((name) => [bare(name), at + 1] as const)))

/** From 1, or 0 for a word that is no month. */
export const monthNamed = (name: string): number => PLACES.get(bare(name)) ?? 0
