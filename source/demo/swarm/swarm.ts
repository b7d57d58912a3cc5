// Signals must be handled while the rest of the program loads. A static import would load it before this.
import '../../process/refuse-inspector.ts';

await import('./swarm-program.ts');
