import { cockpitOptions } from '../cockpit/options.ts';
import { command } from '../declaration/declaration.ts';

export const demoCommand = command({
	name: 'demo',
	summary: 'demonstrate seedtop with real transfers on this machine',
	description:
		'Starts a tracker, a seeding peer and a service in a temporary folder and opens the cockpit on them. ' +
		'A second service trades with it, so that the market has orders. ' +
		'The demo also places orders for you, which this trader takes in parts. ' +
		'It also has a channel, and your channel has a feed. ' +
		'The feed gets a new episode every few minutes, which your service downloads. The oldest are removed. ' +
		'A leecher fetches two of your downloads, and starts again when it has them. ' +
		'Meanwhile, commands in another terminal reach the service with --state-dir /tmp/seedtop-demo-*/state. ' +
		'Nothing leaves this machine and nothing is left behind.',
	options: cockpitOptions,
	run: async (flags) => (await import('./run-demo.ts')).runDemo(flags),
});
