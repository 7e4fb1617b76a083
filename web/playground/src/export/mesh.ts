// The landscape as a mesh: Khronos Group, "glTF 2.0 Specification".

import {BufferAttribute, BufferGeometry, Mesh, MeshStandardMaterial} from 'three';
import {GLTFExporter} from 'three/addons/exporters/GLTFExporter.js';

import {type Looks, surfaceOf, worldWidth} from '../terrain/surface';
import type {Size} from './render';

/**
 * The file of heights, with one more around them for the slopes. Its unit is that of coordinates,
 * with y up and 0 in the middle, and it is as steep as the view in 3D.
 */
export async function meshOf(heights: Float32Array, {width, height}: Size, step: number,
                             looks: Looks): Promise<Blob> {
  const surface = surfaceOf(heights, {columns: width, rows: height, edge: step, hasSkirt: false},
                            {...looks, unit: worldWidth(looks)});
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(surface.positions, 3));
  geometry.setAttribute('normal', new BufferAttribute(surface.normals, 3));
  geometry.setAttribute('color', new BufferAttribute(surface.colours, 3));
  geometry.setIndex(new BufferAttribute(surface.triangles, 1));
  geometry.translate(-step * (width - 1) / 2, 0, -step * (height - 1) / 2);
  const mesh = new Mesh(geometry, new MeshStandardMaterial({vertexColors: true, roughness: 1}));
  mesh.name = 'landscape';
  const file = await new GLTFExporter().parseAsync(mesh, {binary: true});
  return new Blob([file as ArrayBuffer], {type: 'model/gltf-binary'});
}
