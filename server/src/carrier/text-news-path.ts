/** Where the carrier tells what becomes of texts of which nothing is kept. */
export const TEXT_NEWS_PATH = '/callbacks/text-news'
