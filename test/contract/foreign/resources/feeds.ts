import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Route, route } from '../route.ts';
import type { World } from '../world/world.ts';
import { channelOf, ownChannel } from './channel.ts';

const list = '/channels/discovered/{channelid}/rssfeeds';

/** RSS feeds of channels; the URL of a feed is one part of the path, percent-encoded. */
export function feedRoutes(dialect: Dialect, world: World): Route[] {
	const add = (feeds: string[], url = '') => {
		if (feeds.includes(url)) throw new Refusal(409, 'this rss feed already exists');
		feeds.push(url);
		return ok({ added: true });
	};
	const mine = route('PUT', '/mychannel/rssfeeds/{feed_url}', ({ params }) =>
		add(ownChannel(world).feeds, params.feed_url),
	);
	const routes = [
		route('GET', list, ({ params }) =>
			ok({ rssfeeds: channelOf(world, params.channelid).feeds.map((url) => ({ url })) }),
		),
		route('PUT', `${list}/{feed_url}`, ({ params }) =>
			add(channelOf(world, params.channelid).feeds, params.feed_url),
		),
		route('DELETE', `${list}/{feed_url}`, ({ params }) => {
			const { feeds } = channelOf(world, params.channelid);
			const at = feeds.indexOf(params.feed_url ?? '');
			if (at < 0) throw new Refusal(404, 'this url is not added to your RSS feeds');
			feeds.splice(at, 1);
			return ok({ removed: true });
		}),
		route('POST', '/channels/discovered/{channelid}/recheckfeeds', ({ params }) => {
			channelOf(world, params.channelid).rechecked++;
			return ok({ rechecked: true });
		}),
	];
	return [...(dialect.has.has('my-feeds') ? [mine] : []), ...(dialect.has.has('channels') ? routes : [])];
}
