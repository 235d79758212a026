/** The names that Windows and Outlook have for time zones, from the tables of Unicode CLDR. */
const NAMES = `
AUS Central=Australia/Darwin|AUS Eastern=Australia/Sydney|Afghanistan=Asia/Kabul|Alaskan=America/Anchorage
Aleutian=America/Adak|Altai=Asia/Barnaul|Arab=Asia/Riyadh|Arabian=Asia/Dubai|Arabic=Asia/Baghdad
Argentina=America/Argentina/Buenos_Aires|Astrakhan=Europe/Astrakhan|Atlantic=America/Halifax
Aus Central W.=Australia/Eucla|Azerbaijan=Asia/Baku|Azores=Atlantic/Azores|Bahia=America/Bahia|Bangladesh=Asia/Dhaka
Belarus=Europe/Minsk|Bougainville=Pacific/Bougainville|Canada Central=America/Regina|Cape Verde=Atlantic/Cape_Verde
Caucasus=Asia/Yerevan|Cen. Australia=Australia/Adelaide|Central America=America/Guatemala|Central Asia=Asia/Bishkek
Central Brazilian=America/Cuiaba|Central Europe=Europe/Budapest|Central European=Europe/Warsaw
Central Pacific=Pacific/Guadalcanal|Central=America/Chicago|Central (Mexico)=America/Mexico_City
Chatham Islands=Pacific/Chatham|China=Asia/Shanghai|Cuba=America/Havana|Dateline=Etc/GMT+12|E. Africa=Africa/Nairobi
E. Australia=Australia/Brisbane|E. Europe=Europe/Chisinau|E. South America=America/Sao_Paulo
Easter Island=Pacific/Easter|Eastern=America/New_York|Eastern (Mexico)=America/Cancun|Egypt=Africa/Cairo
Ekaterinburg=Asia/Yekaterinburg|FLE=Europe/Kiev|Fiji=Pacific/Fiji|GMT=Europe/London|GTB=Europe/Bucharest
Georgian=Asia/Tbilisi|Greenland=America/Godthab|Greenwich=Atlantic/Reykjavik|Haiti=America/Port-au-Prince
Hawaiian=Pacific/Honolulu|India=Asia/Kolkata|Iran=Asia/Tehran|Israel=Asia/Jerusalem|Jordan=Asia/Amman
Kaliningrad=Europe/Kaliningrad|Korea=Asia/Seoul|Libya=Africa/Tripoli|Line Islands=Pacific/Kiritimati
Lord Howe=Australia/Lord_Howe|Magadan=Asia/Magadan|Magallanes=America/Punta_Arenas|Marquesas=Pacific/Marquesas
Mauritius=Indian/Mauritius|Middle East=Asia/Beirut|Montevideo=America/Montevideo|Morocco=Africa/Casablanca
Mountain=America/Denver|Mountain (Mexico)=America/Mazatlan|Myanmar=Asia/Yangon|N. Central Asia=Asia/Novosibirsk
Namibia=Africa/Windhoek|Nepal=Asia/Kathmandu|New Zealand=Pacific/Auckland|Newfoundland=America/St_Johns
Norfolk=Pacific/Norfolk|North Asia East=Asia/Irkutsk|North Asia=Asia/Krasnoyarsk|North Korea=Asia/Pyongyang
Omsk=Asia/Omsk|Pacific=America/Los_Angeles|Pacific (Mexico)=America/Tijuana|Pacific SA=America/Santiago
Pakistan=Asia/Karachi|Paraguay=America/Asuncion|Qyzylorda=Asia/Qyzylorda|Romance=Europe/Paris
Russia Time Zone 3=Europe/Samara|Russia Time Zone 10=Asia/Srednekolymsk|Russia Time Zone 11=Asia/Kamchatka
Russian=Europe/Moscow|SA Eastern=America/Cayenne|SA Pacific=America/Bogota|SA Western=America/La_Paz
SE Asia=Asia/Bangkok|Saint Pierre=America/Miquelon|Sakhalin=Asia/Sakhalin|Samoa=Pacific/Apia
Sao Tome=Africa/Sao_Tome|Saratov=Europe/Saratov|Singapore=Asia/Singapore|South Africa=Africa/Johannesburg
South Sudan=Africa/Juba|Sri Lanka=Asia/Colombo|Sudan=Africa/Khartoum|Syria=Asia/Damascus|Taipei=Asia/Taipei
Tasmania=Australia/Hobart|Tocantins=America/Araguaina|Tokyo=Asia/Tokyo|Tomsk=Asia/Tomsk|Tonga=Pacific/Tongatapu
Transbaikal=Asia/Chita|Turkey=Europe/Istanbul|Turks And Caicos=America/Grand_Turk
US Eastern=America/Indiana/Indianapolis|US Mountain=America/Phoenix|UTC=Etc/UTC|UTC-02=Etc/GMT+2|UTC-08=Etc/GMT+8
UTC-09=Etc/GMT+9|UTC-11=Etc/GMT+11|UTC+12=Etc/GMT-12|UTC+13=Etc/GMT-13|Ulaanbaatar=Asia/Ulaanbaatar
Venezuela=America/Caracas|Vladivostok=Asia/Vladivostok|Volgograd=Europe/Volgograd|W. Australia=Australia/Perth
W. Central Africa=Africa/Lagos|W. Europe=Europe/Berlin|W. Mongolia=Asia/Hovd|West Asia=Asia/Tashkent
West Bank=Asia/Hebron|West Pacific=Pacific/Port_Moresby|Yakutsk=Asia/Yakutsk|Yukon=America/Whitehorse`;

const ZONES: ReadonlyMap<string, string> = new Map(
  NAMES.trim()
    .split(/[|\n]/)
    .map((entry) => entry.split('=') as [string, string]),
);

/** Europe/Berlin for `W. Europe Standard Time`. */
export const windowsZone = (name: string): string | undefined =>
  ZONES.get(name.replace(/ (?:Standard|Daylight) Time(?=$| \()/, '').trim());
