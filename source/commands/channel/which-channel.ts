import { sanitize } from '../../format/sanitize.ts';
import type { DiscoveredChannel } from '../../protocol/resources/channel.ts';
import { CommandFailure, exitCodes, isAbsent, isNotFound, usage } from '../declaration/failure.ts';
import { text } from '../declaration/options.ts';
import type { Call } from '../service-command/service-command.ts';

export const channelOption = text(
	'--channel <channel>',
	'id or its beginning, name or a part of it (default: your channel)',
	{ completes: 'channel' },
);

/** Maximum number of listed candidates of an ambiguous name. */
const MAX_CANDIDATES = 10;

/** Failures of the choice of a channel. Names are sanitized. */
export const whichChannelText = {
	none: (name: string) => `There is no channel '${name}'.`,
	ambiguous: (name: string, count: number) => `'${name}' matches ${count} channels. Use an id:`,
	noOwn: 'You have no channel yet. Create it with: seedtop channel create NAME',
	noOwnForeign: 'You have no channel yet, and this service cannot create one here. Create it in Tribler.',
};

/** Returns the identifier of the given channel, or of the user's own. */
export async function channelId(call: Call, given: string | undefined): Promise<string> {
	const { client, limits } = call;
	// Other services list no channels.
	if (given !== undefined) return client.requests.dialect === 'interface' ? findChannel(call, given) : given;
	const { identifier } = (await ofOwnChannel(call, client.getMyChannel({}, limits))).overview;
	if (identifier) return identifier;
	throw new CommandFailure(
		'The service does not report the identifier of your channel. Name the channel with --channel.',
	);
}

/** Returns the answer to a request for the user's own channel. Without a channel, throws the next step. */
export async function ofOwnChannel<Answer>({ client }: Call, answer: Promise<Answer>): Promise<Answer> {
	try {
		return await answer;
	} catch (error) {
		if (!isNotFound(error) || isAbsent(error)) throw error;
		const { dialect = 'interface' } = client.requests;
		const text = dialect === 'interface' ? whichChannelText.noOwn : whichChannelText.noOwnForeign;
		throw new CommandFailure(text, exitCodes.notFound);
	}
}

/** Returns the identifier of a channel: its id or the beginning of it, its name or a part of it. */
export async function findChannel(call: Call, given: string): Promise<string> {
	if (/^[\da-f]{64}$/i.test(given)) return given.toLowerCase();
	const query = { disable_filter: true };
	const { channels } = await call.client.listChannels({ query }, call.limits);
	return matchChannel(channels, given).identifier;
}

/** Returns the only channel that matches a text. Throws if there is none or more than one. */
function matchChannel(channels: readonly DiscoveredChannel[], given: string): DiscoveredChannel {
	const lower = given.toLowerCase();
	const exact = channels.filter(
		({ identifier, name }) => identifier === lower || name === given || sanitize(name) === given,
	);
	const found =
		exact.length > 0
			? exact
			: channels.filter(
					({ identifier, name }) =>
						identifier.startsWith(lower) || sanitize(name).toLowerCase().includes(lower),
				);
	const [first, second] = found;
	const shown = sanitize(given, 200);
	if (!first) throw new CommandFailure(whichChannelText.none(shown), exitCodes.notFound);
	if (!second) return first;
	throw usage(
		whichChannelText.ambiguous(shown, found.length),
		found
			.slice(0, MAX_CANDIDATES)
			.map(({ identifier, name }) => `${sanitize(identifier, 64)}  ${sanitize(name, 200)}`),
	);
}
