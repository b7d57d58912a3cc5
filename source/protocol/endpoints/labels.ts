import Type from 'typebox';
import { endpointsOf } from '../endpoint.ts';
import { Label } from '../resources/label.ts';
import { text } from './fields.ts';
import { seedingMinutes, seedingRatio, speedLimit } from './limits.ts';

const noLabel = 'there is no such label';
const invalid = 'the name, the destination or a limit is invalid';

const properties = {
	destination: text('folder for downloads that are added with the label; empty for the usual one'),
	max_download_speed: Type.Optional(speedLimit),
	max_upload_speed: Type.Optional(speedLimit),
	seeding_ratio: Type.Optional(seedingRatio),
	seeding_minutes: Type.Optional(seedingMinutes),
};

const endpoint = endpointsOf({
	resource: 'labels',
	generations: 'AB',
	extension: true,
	needs: { extension: 'labels' },
});

/** Labels of downloads. */
export const labels = {
	listLabels: endpoint('GET', '/labels', {
		summary: 'List the labels with the numbers of their downloads.',
		response: Type.Object({ labels: Type.Array(Label) }),
	}),
	createLabel: endpoint('PUT', '/labels/{name}', {
		summary: 'Create a label.',
		body: Type.Object(properties),
		response: Type.Object({ created: Type.Boolean(), name: Type.String() }),
		statuses: { 400: invalid, 409: 'the label already exists, or there are 200 labels' },
	}),
	changeLabel: endpoint('PATCH', '/labels/{name}', {
		summary: 'Rename a label, or change its destination and limits.',
		body: Type.Object({
			name: text('new name'),
			...properties,
		}),
		response: Type.Object({ modified: Type.Boolean(), name: Type.String() }),
		statuses: { 400: invalid, 404: noLabel, 409: 'another label has the new name' },
	}),
	removeLabel: endpoint('DELETE', '/labels/{name}', {
		summary: 'Remove a label. Its downloads stay, without a label.',
		response: Type.Object({ removed: Type.Boolean() }),
		statuses: { 404: noLabel },
	}),
} as const;
