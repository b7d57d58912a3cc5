import { one } from '../declaration/arguments.ts';

export const feedArgument = one('feed', 'URL of the feed, or a part of its URL or title', 'feed');

/** Loads the choice of a feed on demand, because help does not need it. */
export const whichFeed = () => import('./which-feed.ts');
