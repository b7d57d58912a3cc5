import { textOf } from '../body.ts';
import type { Dialect } from '../dialect.ts';
import { ok, Refusal, type Route, route } from '../route.ts';
import { channelIds, type ForeignChannel } from '../world/channel.ts';
import type { World } from '../world/world.ts';

/** Message of a 404. */
export const NO_OWN_CHANNEL = 'your channel has not been created';

/** The user's own channel. */
export function channelRoutes(dialect: Dialect, world: World): Route[] {
	if (!dialect.has.has('channels')) return [];
	return [
		route('GET', '/mychannel', () => {
			const { name, description, identifier } = ownChannel(world);
			return ok({ [dialect.overview]: { name, description, identifier } });
		}),
		route('POST', '/mychannel', (request) => {
			const fields = request.fields();
			const channel = ownChannel(world);
			const name = textOf(fields, 'name');
			if (name === undefined && dialect.family !== 'document')
				throw new Refusal(400, 'channel name cannot be empty');
			channel.name = name ?? channel.name;
			channel.description = textOf(fields, 'description') ?? channel.description;
			return ok({ modified: true });
		}),
	];
}

export function ownChannel({ channel }: World): ForeignChannel {
	if (!channel) throw new Refusal(404, NO_OWN_CHANNEL);
	return channel;
}

/** Returns the channel that a path names, for writing. Other users' channels refuse. */
export function channelOf(world: World, id: string | undefined): ForeignChannel {
	if (id === channelIds.foreign) throw new Refusal(401, 'you are not authorized to perform this request');
	if (id !== world.channel?.identifier)
		throw new Refusal(404, 'the channel with the specified cid is not found');
	return ownChannel(world);
}
