import type { OpenChannels } from '../channels/open-channels.ts';
import type { Handlers } from '../http/route.ts';

/** Handlers of the interface's part 4.4 without health. */
export function metadataRoutes(open: OpenChannels) {
	const entries = async () => (await open()).entries;
	return {
		async listEntries({ params }) {
			const all = await entries();
			return [all.read(all.keyOf(params))];
		},

		async changeEntry({ params, body }) {
			const all = await entries();
			return all.change([{ ...body, ...all.keyOf(params) }]);
		},

		async changeEntries({ body }) {
			return (await entries()).change(body);
		},

		async removeEntries({ body }) {
			return (await entries()).remove(body);
		},
	} satisfies Partial<Handlers>;
}
