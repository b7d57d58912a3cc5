// Signals must be handled while the rest of the program loads. A static import would load it before these.
import '../../process/refuse-inspector.ts';
import './ignored-signals.ts';

await import('./program.ts');
