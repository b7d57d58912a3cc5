import type { EndpointBody } from '../../protocol/endpoints/table.ts';
import type { Destinations } from '../downloads/destination.ts';
import type { Downloads } from '../downloads/downloads.ts';
import type { Handlers } from '../http/route.ts';
import type { LabelProperties } from '../labels/label-store.ts';
import type { Labels } from '../labels/labels.ts';

/** Handlers of the extension 'labels'. */
export function labelRoutes(labels: Labels, downloads: Downloads) {
	return {
		async listLabels() {
			const counts = new Map<string, number>();
			for (const { label } of downloads.registry.records) counts.set(label, (counts.get(label) ?? 0) + 1);
			return {
				labels: labels.list().map(([name, label]) => ({
					name,
					destination: label.destination,
					max_download_speed: label.maxDownloadSpeed,
					max_upload_speed: label.maxUploadSpeed,
					seeding_ratio: label.seedingRatio,
					seeding_minutes: label.seedingMinutes,
					downloads: counts.get(name) ?? 0,
				})),
			};
		},

		async createLabel({ params: { name }, body }) {
			labels.create(name, await propertiesOf(body, downloads.destinations));
			return { created: true, name };
		},

		async changeLabel({ params, body: { name = params.name, ...body } }) {
			labels.get(params.name);
			const change = await propertiesOf(body, downloads.destinations);
			if (name === params.name) {
				labels.change(name, change);
				downloads.changes.applyLabel(name);
			} else downloads.changes.relabel(params.name, name, change);
			return { modified: true, name };
		},

		async removeLabel({ params: { name } }) {
			downloads.changes.relabel(name, '');
			return { removed: true };
		},
	} satisfies Partial<Handlers>;
}

/** Returns the properties of a request. Throws for a destination that the service cannot write. */
async function propertiesOf(
	body: EndpointBody<'createLabel'>,
	destinations: Destinations,
): Promise<Partial<LabelProperties>> {
	const { destination, max_download_speed: down, max_upload_speed: up } = body;
	const { seeding_ratio: seedingRatio, seeding_minutes: seedingMinutes } = body;
	return {
		...(destination === undefined
			? {}
			: { destination: destination === '' ? '' : await destinations.prepare(destination) }),
		...(down === undefined ? {} : { maxDownloadSpeed: Math.max(0, down) }),
		...(up === undefined ? {} : { maxUploadSpeed: Math.max(0, up) }),
		...(seedingRatio === undefined ? {} : { seedingRatio }),
		...(seedingMinutes === undefined ? {} : { seedingMinutes }),
	};
}
