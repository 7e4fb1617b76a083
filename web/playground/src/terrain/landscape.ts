// Squares of heights around the camera. A square that is near is drawn as four of half the width.

import {
  AmbientLight, BufferAttribute, BufferGeometry, Color, DirectionalLight, Fog, Mesh,
  MeshLambertMaterial, PerspectiveCamera, Scene, Vector3, WebGLRenderer,
} from 'three';
import {MapControls} from 'three/addons/controls/MapControls.js';

import type {Filled} from '../engine/protocol';
import type {Pool} from '../engine/pool';
import {footprintOf} from '../picture/squares';
import {type Looks, surfaceOf, worldWidth} from './surface';

export interface Shown extends Looks {
  json: string;
  depth: readonly number[];
  fades: boolean;
  x: number;
  y: number;
}

interface Cell {
  level: number;
  i: number;
  j: number;
}

// Cells of level 0 are 2 units wide, and those of level n are 2^-n as wide.
const deepest = 6;
const arrows: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};
const cells = 64;  // along the edge of a square
const kept = 300;  // squares; each has 300 kB

export class Landscape {
  private readonly renderer = new WebGLRenderer({antialias: true});
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(50, 1, 0.002, 12);
  private readonly controls: MapControls;
  private readonly material = new MeshLambertMaterial({vertexColors: true});
  private readonly meshes = new Map<string, Mesh | null>();
  private readonly observer: ResizeObserver;
  private shown: Shown | null = null;
  private generation = 0;
  /** The reasons why squares of this generation cannot be computed, by their keys. */
  private readonly failures = new Map<string, string>();
  /** The first of them whose square is in sight. */
  private error: string | null = null;
  /** The frame that will draw; null if none is due. */
  private frame: number | null = null;
  private isDestroyed = false;

  /** `failed` takes what went wrong, or null for something new. */
  constructor(private readonly holder: HTMLElement, private readonly pool: Pool,
              private readonly failed: (message: string | null) => void) {
    const sky = new Color(0xb9cfdc);
    this.scene.background = sky;
    this.scene.fog = new Fog(sky, 2.5, 6);
    const sun = new DirectionalLight(0xfff4e0, 3.6);
    sun.position.set(-1, 1.1, -0.4);
    this.scene.add(sun, new AmbientLight(0xcfe0ff, 1.7));
    this.camera.position.set(0, 0.7, 1.05);
    holder.append(this.renderer.domElement);
    this.controls = new MapControls(this.camera, this.renderer.domElement);
    this.controls.maxPolarAngle = 1.45;
    this.controls.minDistance = 0.05;
    this.controls.maxDistance = 4;
    this.controls.addEventListener('change', () => this.draw());
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(holder);
  }

  show(shown: Shown): void {
    this.shown = shown;
    ++this.generation;
    this.failures.clear();
    this.fail(null);
    this.pool.drop(({work}) => work.kind === 'heights');
    for (const [key, mesh] of this.meshes) {
      if (mesh === null) this.meshes.delete(key);
    }
    this.draw();
  }

  /** Turns, moves or comes closer by a key; false if the key does none of these. */
  turn(key: string, isMove: boolean): boolean {
    const {controls} = this, [right, down] = arrows[key] ?? [0, 0];
    if (key === '+' || key === '=') controls.dollyIn(1.15);
    else if (key === '-') controls.dollyOut(1.15);
    else if (right === 0 && down === 0) return false;
    else if (isMove) controls.pan(-24 * right, -24 * down);
    else {
      controls.rotateLeft(-0.1 * right);
      controls.rotateUp(-0.1 * down);
    }
    controls.update();
    return true;
  }

  /**
   * A picture of what is seen, of any size, once all of it is there. Throws an error if a part of
   * it cannot be computed, or if the landscape is destroyed or the signal aborts before.
   */
  async image(width: number, height: number, signal: AbortSignal): Promise<OffscreenCanvas> {
    const {renderer, camera} = this, canvas = new OffscreenCanvas(width, height);
    // It asks for finer squares when the coarser ones are there, also where no frame is drawn.
    const isComing = () => {
      if (this.shown) this.cover(this.shown);
      return [...this.meshes.values()].includes(null);
    };
    while (!this.isDestroyed && this.error === null && isComing()) {
      await new Promise((done) => setTimeout(done, 50));
      signal.throwIfAborted();
    }
    if (this.isDestroyed) throw new Error('the view in 3D was closed');
    if (this.error !== null) throw new Error(this.error);
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
    const edge = Math.min(Math.max(width, height), 2048);  // graphics cards refuse large pictures
    renderer.setPixelRatio(1);
    renderer.setSize(edge, edge, false);
    camera.aspect = width / height;
    for (let y = 0; y < height; y += edge) {
      for (let x = 0; x < width; x += edge) {
        camera.setViewOffset(width, height, x, y, edge, edge);
        renderer.render(this.scene, camera);
        context.drawImage(renderer.domElement, x, y);
      }
    }
    camera.clearViewOffset();
    this.resize();
    return canvas;
  }

  destroy(): void {
    this.isDestroyed = true;
    ++this.generation;  // nothing waits for squares that are being computed
    if (this.frame !== null) cancelAnimationFrame(this.frame);
    this.pool.drop(({work}) => work.kind === 'heights');
    this.observer.disconnect();
    this.controls.dispose();
    for (const mesh of this.meshes.values()) mesh?.geometry.dispose();
    this.material.dispose();
    this.renderer.dispose();
    this.renderer.domElement.remove();
  }

  private fail(message: string | null): void {
    this.error = message;
    this.failed(message);
  }

  private resize(): void {
    const {clientWidth, clientHeight} = this.holder;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(clientWidth, clientHeight);
    this.camera.aspect = clientWidth / clientHeight;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  private draw(): void {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      if (this.shown) this.cover(this.shown);
      this.renderer.render(this.scene, this.camera);
    });
  }

  // Shows the cells that are fine enough, and their parents until they are there. The squares of
  // what was shown before stay until there is one for each cell of level 0.
  private cover(shown: Shown): void {
    const {x, z} = this.controls.target;
    const middleX = Math.round(x / 2), middleZ = Math.round(z / 2);
    const whole: Cell[] = [];
    for (let j = middleZ - 2; j <= middleZ + 1; ++j)
      for (let i = middleX - 2; i <= middleX + 1; ++i) whole.push({level: 0, i, j});
    if (whole.every((cell) => this.meshes.get(this.keyOf(cell)))) this.retire();
    const isOld = [...this.meshes].some(([key, mesh]) => mesh && !this.isCurrent(key));
    for (const [key, mesh] of this.meshes) if (mesh && this.isCurrent(key)) mesh.visible = false;
    const errors: string[] = [], visited = new Set<string>();
    const ask = (cell: Cell) => {
      const error = this.failures.get(this.keyOf(cell));
      if (error === undefined) this.ask(cell, shown);
      else errors.push(error);
    };
    const visit = (cell: Cell): boolean => {
      const key = this.keyOf(cell), mesh = this.meshes.get(key);
      visited.add(key);
      if (mesh === undefined) ask(cell);
      const width = 2 / 2 ** cell.level;
      const away = this.camera.position.distanceTo(
        new Vector3((cell.i + 0.5) * width, 0, (cell.j + 0.5) * width));
      if (cell.level < deepest && away < 1.3 * width) {
        const children = [0, 1, 2, 3].map((n) => ({
          level: cell.level + 1, i: 2 * cell.i + (n & 1), j: 2 * cell.j + (n >> 1),
        }));
        for (const child of children) visited.add(this.keyOf(child));
        const missing = children.filter((child) => !this.meshes.get(this.keyOf(child)));
        if (missing.length === 0) return children.map(visit).every(Boolean);
        for (const child of missing) {
          if (!this.meshes.has(this.keyOf(child))) ask(child);
        }
      }
      if (mesh) mesh.visible = !isOld;
      return Boolean(mesh);
    };
    whole.forEach(visit);
    this.prune(visited);
    const [error = null] = errors;
    if (error !== this.error) this.fail(error);
    this.holder.dataset['squares'] = String([...this.meshes.values()].filter(Boolean).length);
  }

  private keyOf = ({level, i, j}: Cell): string => `${this.generation},${level},${i},${j}`;

  private ask(cell: Cell, shown: Shown): void {
    const key = this.keyOf(cell), {generation} = this;
    this.meshes.set(key, null);
    const step = 2 / 2 ** cell.level * worldWidth(shown) / cells;
    const size = cells + 3;  // one more on each side, for the slopes
    const first = [Math.round(shown.x / step) + cell.i * cells - 1,
                   Math.round(shown.y / step) + cell.j * cells - 1] as const;
    this.pool.add({
      work: {kind: 'heights', json: shown.json,
             square: {size, step, first, depth: shown.depth, footprint: footprintOf(shown, step)}},
      priority: 10 + cell.level,
      done: (result) => {
        if (generation !== this.generation) return;
        this.add(key, cell, (result as Filled).values as Float32Array, shown);
      },
      failed: (message) => {
        this.meshes.delete(key);
        if (generation !== this.generation) return;
        this.failures.set(key, message);
        this.draw();
      },
    });
  }

  private add(key: string, cell: Cell, heights: Float32Array, shown: Shown): void {
    const width = 2 / 2 ** cell.level;
    const shape = {columns: cells + 1, rows: cells + 1, edge: width / cells, hasSkirt: true};
    const surface = surfaceOf(heights, shape, shown);
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
    geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
    geometry.setAttribute('color', new BufferAttribute(surface.colours, 3));
    geometry.setIndex(new BufferAttribute(surface.triangles, 1));
    const mesh = new Mesh(geometry, this.material);
    mesh.position.set(cell.i * width, 0, cell.j * width);
    this.scene.add(mesh);
    this.meshes.set(key, mesh);
    this.draw();
  }

  private isCurrent = (key: string): boolean => key.startsWith(`${this.generation},`);

  // Takes away the squares of what was shown before.
  private retire(): void {
    for (const [key, mesh] of this.meshes) {
      if (mesh && !this.isCurrent(key)) this.remove(key, mesh);
    }
  }

  // Takes away the oldest squares if there are too many, except those that were just visited.
  private prune(visited: ReadonlySet<string>): void {
    for (const [key, mesh] of this.meshes) {
      if (this.meshes.size <= kept) break;
      if (mesh && this.isCurrent(key) && !visited.has(key)) this.remove(key, mesh);
    }
  }

  private remove(key: string, mesh: Mesh): void {
    this.scene.remove(mesh);
    mesh.geometry.dispose();
    this.meshes.delete(key);
  }
}
