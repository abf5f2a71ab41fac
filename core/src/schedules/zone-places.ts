/** What people call a zone. */
export type ZonePlaces = {
  /** Its place in the table, where big countries and zones stand first. */
  rank: number
  /** The country (ISO 3166). */
  country: string
  /** 'Eastern Time', and its abbreviations. */
  clocks: readonly string[]
  /** Cities by population, then states and other regions. The zone's own city isn't among them. */
  places: readonly string[]
}

/**
 * The countries we call, and big cities elsewhere that share another city's zone. `clocks` and `places` are separated by
 * semicolons. A region in two zones has its main one first.
 */
const TABLE = `
US|America/New_York|Eastern Time;ET;EST;EDT;NYC;New York City|Philadelphia;Miami;Atlanta;Washington, D.C.;Boston;Charlotte;Orlando;Tampa;Jacksonville;Baltimore;Pittsburgh;Cleveland;Columbus, Ohio;Cincinnati;Raleigh;Virginia Beach;Newark;Jersey City;Buffalo;Rochester, New York;Richmond;Norfolk;Savannah;Charleston;Hartford;Providence;Albany;Syracuse;Toledo;Akron;Dayton;Knoxville;Chattanooga;Greensboro;Durham;Fort Lauderdale;Burlington;Portland, Maine;Augusta;Wilmington;Manchester, New Hampshire;New York State;Florida;Georgia;Pennsylvania;Ohio;North Carolina;South Carolina;New Jersey;Virginia;Massachusetts;Maryland;Connecticut;New Hampshire;Maine;Rhode Island;Delaware;Vermont;West Virginia;East Tennessee
US|America/Chicago|Central Time;CT;CST;CDT|Houston;Dallas;San Antonio;Austin;Fort Worth;Minneapolis;St. Louis;Nashville;Kansas City;New Orleans;Milwaukee;Memphis;Oklahoma City;Saint Paul;Tulsa;Omaha;Birmingham, Alabama;Des Moines;Little Rock;Wichita;Madison;Baton Rouge;Huntsville;Mobile;Jackson;Corpus Christi;Lubbock;Shreveport;Green Bay;Sioux Falls;Fargo;Springfield;Pensacola;Texas;Illinois;Tennessee;Missouri;Wisconsin;Minnesota;Alabama;Louisiana;Oklahoma;Iowa;Mississippi;Arkansas;Kansas;Nebraska;South Dakota;North Dakota;Florida Panhandle;West Kentucky
US|America/Denver|Mountain Time;MT;MST;MDT|Salt Lake City;El Paso;Albuquerque;Colorado Springs;Aurora;Fort Collins;Santa Fe;Billings;Cheyenne;Provo;Rapid City;Missoula;Colorado;Utah;New Mexico;Montana;Wyoming;West Texas (El Paso);West Nebraska
US|America/Los_Angeles|Pacific Time;PT;PST;PDT;LA|San Diego;San Jose;San Francisco;Seattle;Las Vegas;Portland, Oregon;Sacramento;Fresno;Oakland;Long Beach;Bakersfield;Anaheim;Riverside;Reno;Tacoma;Spokane;Stockton;Irvine;Santa Barbara;Eugene;Salem;Vancouver, Washington;Palo Alto;Berkeley;California;Washington State;Oregon;Nevada;North Idaho
US|America/Phoenix|Mountain Standard Time;MST|Tucson;Mesa;Scottsdale;Tempe;Arizona
US|America/Detroit|Eastern Time;ET;EST;EDT|Grand Rapids;Ann Arbor;Lansing;Flint;Michigan
US|America/Indiana/Indianapolis|Eastern Time;ET;EST;EDT|Fort Wayne;South Bend;Bloomington;Indiana
US|America/Kentucky/Louisville|Eastern Time;ET;EST;EDT|Lexington;Kentucky
US|America/Boise|Mountain Time;MT;MST;MDT|Idaho Falls;Idaho
US|America/Anchorage|Alaska Time;AKT;AKST;AKDT|Fairbanks;Alaska
US|Pacific/Honolulu|Hawaii Time;HT;HST|Hilo;Maui;Hawaii
CA|America/Toronto|Eastern Time;ET;EST;EDT|Montreal;Ottawa;Mississauga;Hamilton;Quebec City;Brampton;London, Ontario;Kitchener;Windsor;Laval;Ontario;Quebec
CA|America/Vancouver|Pacific Time;PT;PST;PDT|Surrey;Burnaby;Victoria, British Columbia;Kelowna;British Columbia;BC
CA|America/Edmonton|Mountain Time;MT;MST;MDT|Calgary;Red Deer;Banff;Yellowknife;Alberta;Northwest Territories
CA|America/Winnipeg|Central Time;CT;CST;CDT|Manitoba
CA|America/Regina|Central Standard Time;CST|Saskatoon;Saskatchewan
CA|America/Halifax|Atlantic Time;AT;AST;ADT|Dartmouth;Charlottetown;Nova Scotia;Prince Edward Island
CA|America/Moncton|Atlantic Time;AT;AST;ADT|Saint John;Fredericton;New Brunswick
CA|America/St_Johns|Newfoundland Time;NT;NST;NDT|Newfoundland
AU|Australia/Sydney|Eastern Time;AET;AEST;AEDT|Newcastle;Canberra;Wollongong;New South Wales;NSW;Australian Capital Territory
AU|Australia/Melbourne|Eastern Time;AET;AEST;AEDT|Geelong;Ballarat;Victoria;VIC
AU|Australia/Brisbane|Eastern Standard Time;AEST|Gold Coast;Sunshine Coast;Townsville;Cairns;Toowoomba;Queensland;QLD
AU|Australia/Perth|Western Time;AWST|Fremantle;Western Australia
AU|Australia/Adelaide|Central Time;ACST;ACDT|South Australia
AU|Australia/Hobart|Eastern Time;AET;AEST;AEDT|Launceston;Tasmania
AU|Australia/Darwin|Central Standard Time;ACST|Alice Springs;Northern Territory
NZ|Pacific/Auckland|New Zealand Time;NZT;NZST;NZDT|Wellington;Christchurch;Hamilton, New Zealand;Tauranga;Dunedin;Queenstown
IN|Asia/Kolkata|India Time;IST|Mumbai;Delhi;New Delhi;Bangalore;Bengaluru;Hyderabad;Ahmedabad;Chennai;Surat;Pune;Jaipur;Lucknow;Kanpur;Nagpur;Indore;Bhopal;Visakhapatnam;Patna;Vadodara;Coimbatore;Kochi;Gurgaon;Gurugram;Noida;Chandigarh;Thiruvananthapuram;Goa;Calcutta;Bombay;Madras;Maharashtra;Karnataka;Tamil Nadu;Telangana;Gujarat;Kerala;West Bengal;Uttar Pradesh;Rajasthan;Punjab, India;Haryana
FR|Europe/Paris|Central European Time;CET;CEST|Marseille;Lyon;Toulouse;Nice;Nantes;Montpellier;Strasbourg;Bordeaux;Lille;Rennes;Grenoble
DE|Europe/Berlin|Central European Time;CET;CEST|Hamburg;Munich;München;Cologne;Köln;Frankfurt;Stuttgart;Düsseldorf;Leipzig;Dortmund;Essen;Bremen;Dresden;Hanover;Nuremberg;Nürnberg;Bavaria
SG|Asia/Singapore|Singapore Time;SGT|
GB|Europe/London|UK Time;GMT;BST|Birmingham, England;Manchester, England;Leeds;Glasgow;Liverpool;Bristol;Edinburgh;Cardiff;Belfast;England;Scotland;Wales;Northern Ireland;Great Britain
CN|Asia/Shanghai|China Time|Beijing;Guangzhou;Shenzhen;Chengdu;Wuhan
JP|Asia/Tokyo|Japan Time;JST|Osaka;Yokohama;Nagoya;Kyoto
BR|America/Sao_Paulo|Brasília Time;BRT|Rio de Janeiro;Brasília;Belo Horizonte
ES|Europe/Madrid|Central European Time;CET;CEST|Barcelona;Valencia;Seville
IT|Europe/Rome|Central European Time;CET;CEST|Milan;Naples, Italy;Turin;Florence;Venice
CH|Europe/Zurich|Central European Time;CET;CEST|Geneva;Basel;Bern
PK|Asia/Karachi|Pakistan Time;PKT|Lahore;Islamabad
TR|Europe/Istanbul|Turkey Time;TRT|Ankara;Izmir
VN|Asia/Ho_Chi_Minh|Indochina Time;ICT|Hanoi;Saigon;Da Nang
SA|Asia/Riyadh|Arabia Time|Jeddah;Mecca
AE|Asia/Dubai|Gulf Time;GST|Abu Dhabi
IL|Asia/Jerusalem|Israel Time|Tel Aviv;Haifa
UA|Europe/Kyiv|Eastern European Time;EET;EEST|Kiev;Kharkiv;Odesa;Lviv
PL|Europe/Warsaw|Central European Time;CET;CEST|Krakow;Wroclaw;Gdansk
MX|America/Mexico_City|Central Standard Time|CDMX;Guadalajara;Puebla
CO|America/Bogota|Colombia Time|Medellin;Cali
EC|America/Guayaquil|Ecuador Time|Quito
ID|Asia/Makassar|Central Indonesia Time;WITA|Bali;Denpasar
RU|Europe/Moscow|Moscow Time;MSK|St. Petersburg
ZA|Africa/Johannesburg|South Africa Time;SAST|Cape Town;Durban;Pretoria
`

/** Names of countries that aren't their English ones, without accents. */
export const COUNTRY_ALIASES: Readonly<Record<string, string>> = {
  usa: 'US',
  us: 'US',
  america: 'US',
  uk: 'GB',
  britain: 'GB',
  uae: 'AE',
  holland: 'NL',
  deutschland: 'DE',
  osterreich: 'AT',
  schweiz: 'CH',
  espana: 'ES',
  italia: 'IT',
  brasil: 'BR',
}

export const ZONE_PLACES: ReadonlyMap<string, ZonePlaces> = new Map(
  TABLE.trim()
    .split('\n')
    .map((row, rank) => {
      const [country = '', zone = '', clocks = '', places = ''] = row.split('|')
      const listed = places === '' ? [] : places.split(';')
      return [zone, { rank, country, clocks: clocks.split(';'), places: listed }]
    }),
)
